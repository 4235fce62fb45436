<?php
/* WordPress' settings: the server is where the environment says. */
define('DB_NAME', 'far_wordpress');
define('DB_USER', getenv('MYND_TEST_USER'));
define('DB_PASSWORD', getenv('MYND_TEST_PASSWORD'));
define('DB_HOST', '127.0.0.1:' . getenv('MYND_TEST_PORT'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', 'http://far.test');
define('WP_SITEURL', 'http://far.test');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
    define($name, "a bench's $name");
}
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
