--TEST--
Errors: what each report mode makes of a failed query
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
error_reporting(E_ALL & ~E_DEPRECATED);
foreach ([0, 1, 2, 3, 255] as $mode) {
	echo "--- report mode $mode\n";
	mysqli_report($mode);
	$m = mysqli_init();
	mysqli_real_connect($m, ...where());
	attempt('query()', fn() => $m->query('SELECT nonsense'));
	attempt('mysqli_query()', fn() => mysqli_query($m, 'SELECT nonsense'));
	attempt('what the link knows', fn() => [$m->errno, $m->sqlstate, $m->error, $m->error_list, $m->affected_rows, $m->insert_id, $m->info, $m->field_count]);
	attempt('functions', fn() => [mysqli_errno($m), mysqli_sqlstate($m), mysqli_error($m), mysqli_error_list($m) == $m->error_list]);
	attempt('real_query()', fn() => $m->real_query('SELECT nonsense'));
	attempt('multi_query()', fn() => $m->multi_query('SELECT nonsense'));
	attempt('empty real_query()', fn() => $m->real_query(''));
	attempt('empty multi_query()', fn() => $m->multi_query(''));
	attempt('select_db()', fn() => $m->select_db('no_such_database'));
	attempt('set_charset()', fn() => $m->set_charset('no_such_set'));
	attempt('kill()', fn() => $m->kill(4000000000));
	attempt('options()', fn() => $m->options(MYSQLI_SET_CHARSET_NAME, 'no_such_set'));
	attempt('forgotten', fn() => [$m->query('SELECT 1')->fetch_column(), $m->errno, $m->error, $m->sqlstate, $m->error_list]);
	attempt('several statements', fn() => $m->query('SELECT 1; SELECT 2'));
	attempt('change_user()', fn() => $m->change_user('nobody', 'x', null));
	mysqli_report(MYSQLI_REPORT_OFF);
	attempt('MariaDB alone keeps the link', fn() => [(bool) $m->query('SELECT 1'), $m->errno] === (is_mariadb($m) ? [true, 0] : [false, 2006]));
}
?>
--EXPECTF--
--- report mode 0
query(): false
mysqli_query(): false
what the link knows: [1054,"42S22","Unknown column 'nonsense' in '%s'",[{"errno":1054,"sqlstate":"42S22","error":"Unknown column 'nonsense' in '%s'"}],-1,0,null,0]
functions: [1054,"42S22","Unknown column 'nonsense' in '%s'",true]
real_query(): false
multi_query(): false
empty real_query(): false
empty multi_query(): false
select_db(): false
set_charset(): false
kill(): false
options(): false
forgotten: ["1",0,"","00000",[]]
several statements: false
change_user(): false
MariaDB alone keeps the link: true
--- report mode 1
  Warning: mysqli::query(): (42S22/1054): Unknown column 'nonsense' in '%s'
query(): false
  Warning: mysqli_query(): (42S22/1054): Unknown column 'nonsense' in '%s'
mysqli_query(): false
what the link knows: [1054,"42S22","Unknown column 'nonsense' in '%s'",[{"errno":1054,"sqlstate":"42S22","error":"Unknown column 'nonsense' in '%s'"}],-1,0,null,0]
functions: [1054,"42S22","Unknown column 'nonsense' in '%s'",true]
  Warning: mysqli::real_query(): (42S22/1054): Unknown column 'nonsense' in '%s'
real_query(): false
  Warning: mysqli::multi_query(): (42S22/1054): Unknown column 'nonsense' in '%s'
multi_query(): false
  Warning: mysqli::real_query(): (42000/1065): Query was empty
empty real_query(): false
  Warning: mysqli::multi_query(): (42000/1065): Query was empty
empty multi_query(): false
  Warning: mysqli::select_db(): (42000/1049): Unknown database 'no_such_database'
select_db(): false
  Warning: mysqli::set_charset(): (HY000/2019): Invalid character set was provided
set_charset(): false
  Warning: mysqli::kill(): (HY000/1094): Unknown thread id: 4000000000
kill(): false
  Warning: mysqli::options(): (HY000/2019): Unknown character set
options(): false
forgotten: ["1",0,"","00000",[]]
  Warning: mysqli::query(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
several statements: false
  Warning: mysqli::change_user(): (28000/1045): Access denied for user 'nobody'@'localhost' (using password: YES)
change_user(): false
MariaDB alone keeps the link: true
--- report mode 2
query(): false
mysqli_query(): false
what the link knows: [1054,"42S22","Unknown column 'nonsense' in '%s'",[{"errno":1054,"sqlstate":"42S22","error":"Unknown column 'nonsense' in '%s'"}],-1,0,null,0]
functions: [1054,"42S22","Unknown column 'nonsense' in '%s'",true]
real_query(): false
multi_query(): false
empty real_query(): false
empty multi_query(): false
select_db(): false
set_charset(): false
kill(): false
options(): false
forgotten: ["1",0,"","00000",[]]
several statements: false
change_user(): false
MariaDB alone keeps the link: true
--- report mode 3
query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
mysqli_query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
what the link knows: [1054,"42S22","Unknown column 'nonsense' in '%s'",[{"errno":1054,"sqlstate":"42S22","error":"Unknown column 'nonsense' in '%s'"}],-1,0,null,0]
functions: [1054,"42S22","Unknown column 'nonsense' in '%s'",true]
real_query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
multi_query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
empty real_query(): ! 1065 42000 Query was empty
empty multi_query(): ! 1065 42000 Query was empty
select_db(): ! 1049 42000 Unknown database 'no_such_database'
set_charset(): ! 2019 HY000 Invalid character set was provided
kill(): ! 1094 HY000 Unknown thread id: 4000000000
options(): ! 2019 HY000 Unknown character set
forgotten: ["1",0,"","00000",[]]
several statements: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
change_user(): ! 1045 28000 Access denied for user 'nobody'@'localhost' (using password: YES)
MariaDB alone keeps the link: true
--- report mode 255
query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
mysqli_query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
what the link knows: [1054,"42S22","Unknown column 'nonsense' in '%s'",[{"errno":1054,"sqlstate":"42S22","error":"Unknown column 'nonsense' in '%s'"}],-1,0,null,0]
functions: [1054,"42S22","Unknown column 'nonsense' in '%s'",true]
real_query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
multi_query(): ! 1054 42S22 Unknown column 'nonsense' in '%s'
empty real_query(): ! 1065 42000 Query was empty
empty multi_query(): ! 1065 42000 Query was empty
select_db(): ! 1049 42000 Unknown database 'no_such_database'
set_charset(): ! 2019 HY000 Invalid character set was provided
kill(): ! 1094 HY000 Unknown thread id: 4000000000
options(): ! 2019 HY000 Unknown character set
forgotten: ["1",0,"","00000",[]]
several statements: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
change_user(): ! 1045 28000 Access denied for user 'nobody'@'localhost' (using password: YES)
MariaDB alone keeps the link: true
