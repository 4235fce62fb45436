<?php
require __DIR__ . '/order.inc';
calls('SELECT id, x FROM t ORDER BY id', ['execute'], ['fetch'], ['fetch'], ['fetch'], ['fetch'], ['fetch']);
calls('SELECT id FROM t', ['execute'], ['get_result'], ['get_result'], ['fetch'], ['store_result'], ['execute'], ['get_result']);
calls('SELECT id FROM t', ['execute'], ['store_result'], ['store_result'], ['get_result'], ['fetch'], ['data_seek', 2], ['fetch'], ['fetch'], ['data_seek', 0], ['fetch'], ['free_result'], ['fetch']);
calls('SELECT id FROM t', ['execute'], ['fetch'], ['store_result'], ['get_result'], ['data_seek', 0], ['fetch'], ['fetch'], ['fetch'], ['get_result']);
calls('SELECT id FROM t', ['fetch'], ['store_result'], ['get_result'], ['free_result'], ['data_seek', 0], ['reset'], ['execute'], ['reset'], ['fetch'], ['execute'], ['get_result']);
calls('SELECT id FROM t', ['execute'], ['store_result'], ['reset'], ['fetch'], ['fetch'], ['execute'], ['fetch'], ['reset'], ['fetch'], ['query', 'SELECT 1']);
calls('SELECT id FROM t', ['execute'], ['query', 'SELECT 1'], ['fetch'], ['query', 'SELECT 2'], ['free_result'], ['query', 'SELECT 3'], ['fetch']);
calls('SELECT id FROM t', ['execute'], ['execute'], ['fetch'], ['execute'], ['fetch'], ['close'], ['query', 'SELECT 4'], ['fetch'], ['close']);
calls('SELECT id FROM t', ['execute'], ['unset'], ['query', 'SELECT 5']);
calls('SELECT id FROM t', ['execute'], ['fetch'], ['unset'], ['query', 'SELECT 6']);
calls('SELECT id FROM t', ['execute'], ['prepare', 'SELECT 7'], ['fetch'], ['execute'], ['fetch'], ['prepare', 'SELECT 8'], ['execute'], ['get_result']);
calls('SELECT id FROM t', ['execute'], ['prepare', 'SELEC'], ['query', 'SELECT 9'], ['execute'], ['prepare', 'SELECT 10'], ['execute'], ['get_result']);
calls('SELECT id FROM t WHERE 0', ['execute'], ['fetch'], ['fetch'], ['execute'], ['store_result'], ['fetch'], ['execute'], ['get_result']);
?>
