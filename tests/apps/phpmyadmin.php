<?php
/*
 * An ordinary life of phpMyAdmin, which asks more of the driver than others do: many results at once, every
 * type of column, names of tables of each field, errors shown as they are. It needs no installer: a
 * configuration file, as Debian's has it. Pages that show the server's own measurements (status, processes,
 * variables) are not asked for.
 */
declare(strict_types=1);

const PAGES = 79;

/** Values that phpMyAdmin draws by chance, and times. */
function masks(): array
{
	return [
		['/^(Set-Cookie: (?:phpMyAdmin|pmaUser-1|pmaAuth-1))=[^;]+/m', '$1=SESSION', "a session's name, and what is encrypted by it"],
		['/(name=\\\\?"(?:token|set_session|noplugin|import_handle)\\\\?" value=\\\\?")[0-9a-f]+/', '$1CHANCE',
			"a form's token, a session, the name of an upload"],
		['/((?:token|session_id)"?:")[0-9a-f]+"/', '$1CHANCE"', 'the same token, for scripts'],
		['/((?:Radio[A-Z]\w*?|(?:showAll|resultsForm|display_\w+|hide_transformation)_|data-(?:for|uniqueId)="))\d{5,10}(?=["\\ _])/', '$1CHANCE',
			'a number in the names of elements'],
		['/((?:sql_signature|where_clause_sign)(?:=|" value="|":"))[0-9a-f]{64}/', '$1SIGNATURE', "made with the session's secret"],
		['/\b\w{3} \d{2}, 20\d\d (?:at )?\d\d:\d\d(?::\d\d)?(?: [AP]M)?/', 'TIME', 'a time'],
		['/(?<=took )[\d.]+(?= seconds)/', 'TIME', 'how long a query took'],
	];
}

function sql(Browser $browser, string $step, string $database, string $query, array $more = []): Page
{
	$page = $browser->open("$step: form", '/index.php?route=/database/sql&db=' . urlencode($database))->expect(200, 'sqlqueryform');
	return $browser->submit($step, $page, '#sqlqueryform', ['sql_query' => $query] + $more)->expect(200);
}

/** Sends a form as the page's script would; the answer is JSON. */
function ajax(Browser $browser, string $step, Page $page, string $form, array $values): array
{
	$answer = $browser->submit($step, $page, $page->form($form), ['ajax_request' => 'true'] + $values)->expect(200);
	$said = json_decode($answer->body, true);
	($said['success'] ?? false) === true or throw new Unexpected("$step: " . substr($answer->body, 0, 500));
	return $said;
}

function log_in(Browser $browser): Page
{
	$page = $browser->open('log in', '/index.php')->expect(200, 'Welcome to');
	$page = $browser->submit('log in with a wrong password', $page, '#login_form', ['pma_username' => 'mynd', 'pma_password' => 'wrong'])
		->expect(200, 'Access denied for user &#039;mynd&#039;');
	return $browser->submit('log in', $page, '#login_form', ['pma_username' => 'mynd', 'pma_password' => 'throw away'])
		->expect(200, 'Database server', 'MariaDB', 'mysqlnd');
}

function make(Browser $browser): void
{
	$page = $browser->open('databases', '/index.php?route=/server/databases')->expect(200, 'wordpress', '!zoo');
	ajax($browser, 'create a database', $page, '#create_database_form', ['new_db' => "z'oo", 'db_collation' => 'utf8mb4_german2_ci']);
	sql($browser, 'create tables', "z'oo", <<<'SQL'
		CREATE TABLE animal (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE, weight DECIMAL(8,3), born DATE,
			seen TIMESTAMP(6) NULL, legs TINYINT DEFAULT 4, kind ENUM('bird', 'mammal', 'sëal') NULL, traits SET('loud', 'shy'), flags BIT(9),
			note TEXT, picture BLOB, place POINT NULL, since YEAR, at TIME(3), ratio DOUBLE, big BIGINT UNSIGNED, more JSON,
			KEY born (born), FULLTEXT KEY note (note)) COMMENT='those "we" have';
		CREATE TABLE `odd ``name` (animal INT UNSIGNED, `select` INT, CONSTRAINT fk FOREIGN KEY (animal) REFERENCES animal (id) ON DELETE CASCADE);
		CREATE VIEW heavy AS SELECT name, weight FROM animal WHERE weight > 100;
		INSERT INTO animal (name, weight, born, seen, kind, traits, flags, note, picture, place, since, at, ratio, big, more) VALUES
			('Zoë', 312.5, '2019-02-28', '2021-03-04 05:06:07.089', 'mammal', 'loud,shy', b'101000001', 'stripes', x'00FF10', POINT(1, 2.5), 1999,
				'-12:34:56.789', 1e-7, 18446744073709551615, '{"a": [1, "ü"]}'),
			('Öhi 🐧', 0.5, NULL, NULL, 'bird', '', 0, 'It''s "black" \\ white', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
		SQL)->expect(200, 'MySQL returned an empty result set', '2 rows inserted');
}

function route(string $route, ?string $table = null): string
{
	return "/index.php?route=$route&db=" . urlencode("z'oo") . ($table === null ? '' : '&table=' . urlencode($table));
}

/** Names of fields carry the name of the column. */
function row(array $values, string $kind = 'fields'): array
{
	return array_combine(array_map(fn ($column) => "{$kind}[multi_edit][0][" . md5($column) . ']', array_keys($values)), $values);
}

function write(Browser $browser): void
{
	$page = $browser->open('insert', route('/table/change', 'animal'))->expect(200, 'insertForm');
	$browser->submit('inserted', $page, '#insertForm', row(['name' => "Ann'a \"\\\"", 'weight' => '1234.5',
		'born' => '2020-02-29', 'note' => "two\r\nlines",
		'flags' => '11', 'kind' => 'sëal']) + row(['weight' => null, 'born' => null, 'note' => null, 'flags' => null, 'kind' => null], 'fields_null')
		+ ['submit_type' => 'save', 'after_insert' => 'back'])->expect(200, '1 row inserted', 'Inserted row id: 3');
	$page = $browser->open('browse', route('/sql', 'animal') . '&pos=0')
		->expect(200, 'Zoë', 'Öhi 🐧', 'two<br>', '18446744073709551615', '>321<');
	parse_str($page->nodes('//a[contains(@data-post, "default_action=update")]')->item(0)->getAttribute('data-post'), $link);
	$edit = $browser->post('edit', $page, '/index.php', $link + ['token' => $page->find('/token:"([0-9a-f]+)"/')])->expect(200, 'Zoë');
	$browser->submit('edited', $edit, '#insertForm', row(['weight' => '313', 'note' => 'stripes, twice'])
		+ ['submit_type' => 'save', 'after_insert' => 'back'])
		->expect(200, '1 row affected');
	$cell = $browser->open('a cell', '/' . $page->link('//a[contains(@href, "/table/get-field")]'))->expect(200);
	$cell->body === "\x00\xff\x10" or throw new Unexpected('the cell has ' . bin2hex($cell->body));
	$browser->open('sorted', route('/sql', 'animal') . '&sql_query=' . urlencode('SELECT * FROM `animal` ORDER BY `animal`.`weight` DESC'))
		->expect(200, 'stripes, twice');
	$browser->open('print', route('/sql', 'heavy') . '&printview=1')->expect(200, '1234.500');
	sql($browser, 'error', "z'oo", 'SELECT * FROM nowhere')->expect(200, '#1146', 'doesn&#039;t exist');
	sql($browser, 'error in the middle', "z'oo", "UPDATE animal SET legs = 2 WHERE id = 2; SELEC 1; UPDATE animal SET legs = 0")
		->expect(200, '#1064', 'SELEC 1');
	sql($browser, 'warning', "z'oo", "SET sql_mode = ''; UPDATE animal SET legs = 1000 WHERE id = 2")->expect(200, 'Out of range value');
	sql($browser, 'join', "z'oo", 'SELECT a.name, a.name AS other, COUNT(*), NULL, 1/3, UNHEX("00FF"), b.`select`
		FROM animal a LEFT JOIN `odd ``name` b ON a.id = b.animal GROUP BY a.id')
		->expect(200, '0.3333');
	sql($browser, 'explain', "z'oo", 'EXPLAIN SELECT * FROM animal WHERE id = 1')->expect(200, 'possible_keys');
	sql($browser, 'many rows', "z'oo", 'SELECT seq, REPEAT("x", seq % 90), seq * 1.5 FROM seq_1_to_5000')->expect(200, '5000 total');
}

function search(Browser $browser): void
{
	$page = $browser->open('search a table', route('/table/search', 'animal'))->expect(200, 'tbl_search_form');
	$browser->submit('found in the table', $page, '#tbl_search_form',
		['criteriaColumnOperators[1]' => 'LIKE %...%', 'criteriaValues[1]' => "n'a"])->expect(200, 'Ann&#039;a', '!Zoë');
	$page = $browser->open('search a database', route('/database/search'))->expect(200, 'db_search_form');
	$page = $browser->submit('found in the database', $page, '#db_search_form',
		['criteriaSearchString' => 'stripes white', 'criteriaSearchType' => '1', 'criteriaTables[]' => ['animal', 'heavy'], 'submit_search' => 'Go'])
			->expect(200, '<em>2</em> matches');
}

function upload(Browser $browser): void
{
	$page = $browser->open('import', route('/database/import'))->expect(200, 'import_file_form');
	$text = "CREATE TABLE food (id INT PRIMARY KEY, name TEXT) DEFAULT CHARSET=utf8mb4;\n"
		. implode('', array_map(fn ($id) => "INSERT INTO food VALUES ($id, 'Grün; \\'n. $id -- not a comment');\n", range(1, 300)));
	$browser->submit('import SQL', $page, '#import_file_form', ['format' => 'sql',
		'import_file' => new Upload('food.sql', 'application/sql', $text)])
		->expect(200, 'Import has been successfully finished, 301 queries executed');
	$page = $browser->open('import into a table', route('/table/import', 'food'))->expect(200, 'import_file_form');
	$browser->submit('import CSV', $page, '#import_file_form',
		['format' => 'csv', 'import_file' => new Upload('food.csv', 'text/csv', "1001,\"Heu, \"\"frisch\"\"\"\n1002,\n1003,Möhre\n")])
			->expect(200, '3 queries executed');
	$browser->submit('import CSV again', $page, '#import_file_form',
		['import_file' => new Upload('food.csv', 'text/csv', "1003,twice\n"), 'format' => 'csv'])->expect(200, '#1062', 'Duplicate entry');
	$page = $browser->open('export', route('/database/export'))->expect(200, 'phpMyAdmin');
	$form = $page->form('@dump');
	$browser->submit('export SQL', $page, $form)
		->expect(200, 'INSERT INTO `animal`', '0x00ff10', "'stripes, twice'", 'CREATE TABLE `odd ``name`', 'Möhre');
	foreach (['csv' => '"Möhre"', 'json' => '"Zo', 'xml' => 'Möhre', 'phparray' => 'Möhre', 'yaml' => 'Möhre'] as $format => $text) {
		$browser->submit("export $format", $page, $form, ['what' => $format, 'quick_or_custom' => 'custom'])->expect(200, $text);
	}
}

function administer(Browser $browser): void
{
	// Estimates of rows and of different keys stand in many of these pages.
	sql($browser, 'analyze', "z'oo", 'ANALYZE TABLE animal, food, `odd ``name`')->expect(200, 'OK');
	$table = ['/table/structure' => 'traits', '/table/operations' => 'Table options', '/table/relation' => 'Foreign key constraints',
		'/table/tracking' => 'animal'];
	foreach ($table as $route => $text) {
		$browser->open("table $route", route($route, 'animal'))->expect(200, $text);
	}
	$database = ['/database/structure' => 'odd `name', '/database/operations' => 'Rename database to',
		'/database/data-dictionary' => 'weight', '/database/qbe' => 'animal'];
	foreach ($database as $route => $text) {
		$browser->open("database $route", route($route))->expect(200, $text);
	}
	$server = ['/server/collations' => 'utf8mb4_german2_ci', '/server/engines' => 'InnoDB', '/server/plugins' => 'mysql_native_password',
		'/server/privileges' => 'wordpress'];
	foreach ($server as $route => $text) {
		$browser->open("server $route", "/index.php?route=$route")->expect(200, $text);
	}
	$page = $browser->open('operations', route('/table/operations', 'food'))->expect(200, 'copyTable');
	ajax($browser, 'copy a table', $page, '#copyTable', ['target_db' => "z'oo", 'new_name' => 'meals', 'what' => 'data', 'submit_copy' => 'Go']);
	$page = $browser->open('add a column', route('/table/add-field', 'food') . '&num_fields=1&field_where=last')->expect(200, 'field_name');
	ajax($browser, 'column added', $page, '//form[contains(@class, "append_fields_form")]',
		['field_name[0]' => 'prïce', 'field_type[0]' => 'DECIMAL', 'field_length[0]' => '6,2', 'do_save_data' => '1']);
	$page = $browser->open('new user', '/index.php?route=/server/privileges&adduser=1')->expect(200, 'addUsersForm');
	ajax($browser, 'user added', $page, '#addUsersForm', ['username' => 'keeper', 'hostname' => 'localhost',
		'pma_pw' => 'fodder', 'pma_pw2' => 'fodder', 'Select_priv' => 'Y', 'adduser_submit' => 'Go']);
	$page = sql($browser, 'make a procedure', "z'oo", 'CREATE PROCEDURE both_of(IN least INT, OUT number INT) BEGIN
		SELECT name FROM animal WHERE id >= least; SELECT COUNT(*) INTO number FROM animal; SELECT number + 1; END //', ['sql_delimiter' => '//'])
		->expect(200, 'MySQL returned an empty result set');
	$page = $browser->open('routines', route('/database/routines'))->expect(200, 'both_of');
	$token = $page->form('#rteListForm')->value('token');
	$browser->post('run the procedure', $page, '/index.php?route=/database/routines', ['db' => "z'oo", 'item_name' => 'both_of',
		'item_type' => 'PROCEDURE', 'execute_routine' => '1', 'params' => ['least' => '2'], 'funcs' => ['least' => ''],
		'ajax_request' => 'true', 'token' => $token])
			->expect(200, '"success":true', 'Ann');
	$browser->post('make the storage', $page, '/index.php?route=/check-relations', ['create_pmadb' => '1', 'token' => $token])
		->expect(200, 'phpmyadmin');
	$page = $browser->open('query to keep', route('/database/sql'))->expect(200);
	$browser->submit('kept', $page, '#sqlqueryform', ['sql_query' => 'SELECT name FROM food LIMIT 3', 'bkm_label' => 'Some food'])
		->expect(200);
	$browser->open('kept queries', route('/database/sql'))->expect(200, 'Some food');
	sql($browser, 'drop', "z'oo", 'DROP TABLE meals; DROP VIEW heavy')->expect(200, 'DROP TABLE');
	$browser->open('structure at last', route('/database/structure'))->expect(200, 'food', '!meals');
}

function live(Browser $browser, string $side): void
{
	log_in($browser);
	make($browser);
	write($browser);
	search($browser);
	upload($browser);
	administer($browser);
	$page = $browser->open('main page', '/')->expect(200, 'Log out');
	$browser->post('log out', $page, '/index.php?route=/logout', ['token' => $page->find('/token:"([0-9a-f]+)"/'), 'server' => '1'])
		->expect(200, 'Welcome to');
	$browser->open('nobody is in', route('/sql', 'animal'))->expect(200, 'pma_username', '!Zoë');
}
