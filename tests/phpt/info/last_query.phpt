--TEST--
What a link knows of its last query after commands that are none, and after errors, as stock has it
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
mysqli_report(MYSQLI_REPORT_OFF);
$queries = [
	'rows' => fn($m) => $m->query("SELECT 1, 'a' + 1, 3 UNION SELECT 2, 2, 2")->free(),
	'an insert' => fn($m) => [$m->query('CREATE TEMPORARY TABLE z (a INT AUTO_INCREMENT PRIMARY KEY, b TINYINT)'), $m->query("SET sql_mode = ''"), $m->query('INSERT INTO z (b) VALUES (1), (2000)')],
];
$kept = null;
$commands = [
	'nothing' => fn($m) => null,
	'select_db' => fn($m) => $m->select_db(getenv('MYND_TEST_DB')),
	'select_db that fails' => fn($m) => $m->select_db('no_such_database'),
	'ping' => fn($m) => @$m->ping(),
	'stat' => fn($m) => $m->stat(),
	'dump_debug_info' => fn($m) => $m->dump_debug_info(),
	'set_charset' => fn($m) => $m->set_charset('latin1'),
	'change_user' => fn($m) => $m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')),
	'query that fails' => fn($m) => $m->query('SELEC'),
	'multi_query that fails' => fn($m) => $m->multi_query('SELEC'),
	'prepare' => function ($m) use (&$kept) {
		$kept = $m->prepare('SELECT 1, 2');
	},
	'prepare that fails' => fn($m) => $m->prepare('SELEC'),
	'stmt->reset()' => function ($m) use (&$kept) {
		$kept = $m->prepare("SELECT 1, 'a' + 1");
		$kept->execute();
		$kept->get_result();
		$kept->reset();
	},
	'an asynchronous query, under way' => fn($m) => $m->query('SELECT 1', MYSQLI_ASYNC),
	'an error among rows' => fn($m) => $m->query('SELECT 1, (SELECT 1 UNION SELECT 2)'),
];
foreach ($queries as $query => $run) {
	foreach ($commands as $command => $do) {
		$m = link_for_test();
		$run($m);
		$do($m);
		$insert_id = str_ends_with($command, 'that fails') && $command !== 'select_db that fails' && $command !== 'prepare that fails' ? '' : "id $m->insert_id, "; /* a failed query: 0, see docs/compatibility-mysqli.md */
		echo "$query, $command: $m->field_count fields, $m->affected_rows affected, {$insert_id}$m->warning_count warnings, ", json_encode($m->info), ", error $m->errno\n";
		$kept = null;
		@$m->close();
	}
}
?>
--EXPECT--
rows, nothing: 3 fields, 2 affected, id 0, 1 warnings, null, error 0
rows, select_db: 3 fields, -1 affected, id 0, 1 warnings, null, error 0
rows, select_db that fails: 3 fields, -1 affected, id 0, 1 warnings, null, error 1049
rows, ping: 3 fields, -1 affected, id 0, 1 warnings, null, error 0
rows, stat: 3 fields, -1 affected, id 0, 1 warnings, null, error 0
rows, dump_debug_info: 3 fields, -1 affected, id 0, 1 warnings, null, error 0
rows, set_charset: 0 fields, 0 affected, id 0, 0 warnings, null, error 0
rows, change_user: 3 fields, 0 affected, id 0, 0 warnings, null, error 0
rows, query that fails: 3 fields, -1 affected, 1 warnings, null, error 1064
rows, multi_query that fails: 3 fields, -1 affected, 1 warnings, null, error 1064
rows, prepare: 2 fields, -1 affected, id 0, 0 warnings, null, error 0
rows, prepare that fails: 3 fields, -1 affected, id 0, 1 warnings, null, error 1064
rows, stmt->reset(): 2 fields, -1 affected, id 0, 1 warnings, null, error 0
rows, an asynchronous query, under way: 3 fields, -1 affected, id 0, 1 warnings, null, error 0
rows, an error among rows: 2 fields, -1 affected, id 0, 0 warnings, null, error 1242
an insert, nothing: 0 fields, 2 affected, id 1, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 0
an insert, select_db: 0 fields, -1 affected, id 1, 1 warnings, null, error 0
an insert, select_db that fails: 0 fields, -1 affected, id 1, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 1049
an insert, ping: 0 fields, -1 affected, id 1, 1 warnings, null, error 0
an insert, stat: 0 fields, -1 affected, id 1, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 0
an insert, dump_debug_info: 0 fields, -1 affected, id 1, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 0
an insert, set_charset: 0 fields, 0 affected, id 0, 0 warnings, null, error 0
an insert, change_user: 0 fields, 0 affected, id 0, 0 warnings, null, error 0
an insert, query that fails: 0 fields, -1 affected, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 1064
an insert, multi_query that fails: 0 fields, -1 affected, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 1064
an insert, prepare: 2 fields, -1 affected, id 1, 0 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 0
an insert, prepare that fails: 0 fields, -1 affected, id 1, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 1064
an insert, stmt->reset(): 2 fields, -1 affected, id 0, 1 warnings, null, error 0
an insert, an asynchronous query, under way: 0 fields, -1 affected, id 1, 1 warnings, "Records: 2  Duplicates: 0  Warnings: 1", error 0
an insert, an error among rows: 2 fields, -1 affected, id 0, 0 warnings, null, error 1242
