<?php
/*
 * LOAD DATA LOCAL of files that break off while they are sent, on both drivers; preload.c breaks them.
 *
 *     php infile.php FOLDER     prints what was said of each
 *
 * Whatever comes of a file, the connection is in step: the next query has its own answer.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
set_error_handler(fn($level, $text) => print("  warning: $text\n"));
[, $folder] = $argv;
[$socket, $user, $password, $database] = array_map(getenv(...), ['MYND_TEST_SOCKET', 'MYND_TEST_USER', 'MYND_TEST_PASSWORD', 'MYND_TEST_DB']);
$m = mysqli_init();
$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
$m->real_connect(null, $user, $password, $database, null, $socket);
$pdo = new PDO("mysql:unix_socket=$socket;dbname=$database", $user, $password, [PDO::MYSQL_ATTR_LOCAL_INFILE => true]);
foreach ([$m, $pdo] as $link) {
	$link->query('CREATE TEMPORARY TABLE f (a INT, v VARCHAR(90))');
}

/** The file, made anew: some pieces long. */
function named(string $what): string
{
	global $folder;
	$file = "$folder/PHP-$what.txt";
	is_file($file) && unlink($file);
	file_put_contents($file, str_repeat("1\t" . str_repeat('v', 77) . "\n", 1000));
	return $file;
}

/** A pipe into which another process writes this, and then ends. */
function pipe(string $bytes): string
{
	global $folder;
	$file = "$folder/PHP-pipe";
	file_exists($file) && unlink($file);
	posix_mkfifo($file, 0600);
	if (pcntl_fork() === 0) {
		file_put_contents($file, $bytes);
		posix_kill(getmypid(), SIGKILL);
	}
	return $file;
}

$files = [
	'whole' => fn() => named('whole'),
	'its read fails' => fn() => named('fails'),
	'it shrinks' => fn() => named('shrinks'),
	'it grows' => fn() => named('grows'),
	'a folder' => fn() => $folder,
	'a pipe that ends' => fn() => pipe("1\tone\n2\ttwo\n"),
	'a pipe that ends within a line' => fn() => pipe("1\tone\n2\t"),
	'an empty pipe' => fn() => pipe(''),
	'whole again' => fn() => named('whole'),
];
foreach ($files as $name => $make) {
	foreach (['mysqli' => $m, 'PDO' => $pdo] as $face => $link) {
		$link->query('DELETE FROM f');
		$file = $make();
		try {
			$said = $face === 'PDO' ? $link->exec("LOAD DATA LOCAL INFILE '$file' INTO TABLE f") : [$link->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE f"), $link->affected_rows, $link->info];
		} catch (PDOException | mysqli_sql_exception $e) {
			$said = $e->getMessage() . ' ' . ($e->errorInfo[1] ?? $e->getCode());
		}
		pcntl_wait($status, WNOHANG);
		$after = $link->query("SELECT 'in step', COUNT(*), MAX(LENGTH(v)) FROM f");
		echo "$name, $face: ", json_encode($said), ', then ', implode(', ', ($face === 'PDO' ? $after->fetch(PDO::FETCH_NUM) : $after->fetch_row())), "\n";
	}
}
array_map(unlink(...), glob("$folder/PHP-*"));
