<?php
/*
 * Makes the data of the pages: WordPress by its own installer, a table for the others. Argument: WordPress'
 * folder.
 */
require __DIR__ . '/../common.php';

$db = connect();
$db->query('DROP TABLE IF EXISTS far_people, far_orders');
$db->query('CREATE TABLE far_people (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(50) NOT NULL, born DATE, price DECIMAL(10, 2), KEY (name))');
$db->query('CREATE TABLE far_orders (id INT AUTO_INCREMENT PRIMARY KEY, person INT NOT NULL, what VARCHAR(50) NOT NULL)');
$rows = implode(', ', array_map(static fn (int $i): string => "('person $i', '2001-02-03' + INTERVAL $i DAY, $i.25)", range(1, 200)));
$db->query("INSERT INTO far_people (name, born, price) VALUES $rows");
$db->query('DROP DATABASE IF EXISTS far_wordpress');
$db->query('CREATE DATABASE far_wordpress CHARACTER SET utf8mb4');
$db->close();

$_SERVER += ['HTTP_HOST' => 'far.test', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
error_reporting(E_ALL & ~E_DEPRECATED);
define('WP_INSTALLING', true);
require "$argv[1]/wp-load.php";
require "$argv[1]/wp-admin/includes/upgrade.php";
wp_install('Far away', 'chief', 'chief@far.test', true, '', 'throw away');
switch_theme('twentytwentythree');
/* A blog for the visits: posts with words of their own, a category and a tag; some have comments. */
for ($i = 1; $i <= 68; $i++) {
    $category = wp_insert_term('Category ' . $i % 7, 'category');
    $post = wp_insert_post(['post_title' => "Post number $i", 'post_content' => str_repeat("Words of post $i. ", 20 + $i), 'post_status' => 'publish', 'post_author' => 1,
        'post_date' => gmdate('Y-m-d H:i:s', 1600000000 + 86400 * $i), 'post_category' => [is_array($category) ? $category['term_id'] : $category->get_error_data('term_exists')]]);
    wp_set_post_tags($post, 'tag ' . $i % 5);
    if ($i % 3 === 0) {
        wp_insert_comment(['comment_post_ID' => $post, 'comment_author' => "reader $i", 'comment_content' => "A comment on $i", 'comment_approved' => 1]);
    }
}
report(['installed' => get_option('blogname')]);
