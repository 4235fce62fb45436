<?php
/* WordPress' own way to another class for its database: it takes no "p:" before a host's name. */
class far_wpdb extends wpdb
{
    public function parse_db_host($host)
    {
        $parts = parent::parse_db_host($host);
        $parts[0] = (getenv('MYND_FAR_PERSISTENT') ? 'p:' : '') . $parts[0];
        return $parts;
    }
}
$wpdb = new far_wpdb(DB_USER, DB_PASSWORD, DB_NAME, DB_HOST);
