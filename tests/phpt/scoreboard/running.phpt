--TEST--
mynd.scoreboard: what a worker waits for: a digest without literals, the script, since when; nothing where it is killed
--EXTENSIONS--
mysqli
pcntl
posix
--INI--
mynd.scoreboard={PWD}/running.board
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/scoreboard.inc';

/** Lets a child run a piece of program, and looks at it in the middle; it is killed then, or ends. */
function look_at(string $label, callable $program, bool $kills = false): void
{
	[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$pid = pcntl_fork();
	if ($pid === 0) {
		fclose($here);
		$program(fn() => fwrite($there, '.'));
		fwrite($there, 'x');
		sleep(60);
	}
	fread($here, 1);
	usleep(300000);
	$shown = function (string $when) use ($label, $pid) {
		foreach (Mynd\scoreboard()['workers'] as $worker) {
			$running = $worker['running'];
			if ($worker['pid'] === $pid && $running !== null) {
				$time = $running['seconds'] > (getenv('MYND_MEMCHECK') ? 0 : 0.1) && $running['seconds'] < 20 ? '' : " {$running['seconds']} seconds";
				$running['digest'] = preg_replace('/[^ -~]/', '.', $running['digest']);
				echo "$label$when: {$running['waits_for']}$time, {$running['digest']}, ", basename($running['script']), "\n";
				return;
			}
		}
		echo "$label$when: nothing\n";
	};
	$shown('');
	if ($kills) {
		posix_kill($pid, SIGKILL);
		pcntl_waitpid($pid, $status);
		$shown(', killed');
		return;
	}
	fread($here, 1);
	$shown(', afterwards');
	posix_kill($pid, SIGKILL);
	pcntl_waitpid($pid, $status);
}

$text = fn(string $sql, ...$where) => function ($ready) use ($sql, $where) {
	$db = link_for_test(...$where);
	$ready();
	$db->query($sql);
};
look_at('a text', $text("SELECT SLEEP(1.5), 's3cr3t' /* s3cr3t */ -- s3cr3t\n, 77"));
look_at('over TCP', $text("SELECT SLEEP(1.5)", host: getenv('MYND_TEST_HOST'), socket: null));
look_at('over TCP, in a recv that sleeps', function ($ready) {
	$db = link_for_test(host: getenv('MYND_TEST_HOST'), socket: null);
	for ($i = 0; $i < 8; $i++) {
		$db->query('DO 0');
	}
	$ready();
	$db->query('SELECT SLEEP(1.5)');
});
look_at('a statement', function ($ready) {
	$db = link_for_test();
	$s = $db->prepare('SELECT SLEEP(?), ?, 5');
	$ready();
	$s->execute([1.5, 's3cr3t']);
});
look_at('together with its prepare', function ($ready) {
	$db = link_for_test();
	$db->execute_query('SELECT ?', [1]);
	$ready();
	$db->execute_query('SELECT SLEEP(?), ? + 1', [1.5, 77]);
});
look_at('taken later', function ($ready) {
	$db = link_for_test();
	$db->query("SELECT SLEEP(1.5), 's3cr3t'", MYSQLI_ASYNC);
	$ready();
	$db->reap_async_query();
});
look_at('a long text', $text('SELECT SLEEP(1.5), ' . implode(', ', array_map(fn($i) => "$i AS column_$i", range(1, 100)))));
look_at('in doubt', $text("SELECT SLEEP(1.5), 'a\\'s3cr3t'"));
look_at('killed', $text('SELECT SLEEP(5)'), true);
look_at('a server that says nothing', function ($ready) {
	$server = stream_socket_server('tcp://127.0.0.1:0');
	$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
	$ready();
	mysqli_report(MYSQLI_REPORT_OFF);
	$db = mysqli_init();
	$db->options(MYSQLI_OPT_CONNECT_TIMEOUT, 2);
	@$db->real_connect('127.0.0.1', 'u', 's3cr3t', '', $port);
});
var_dump(str_contains(file_get_contents(ini_get('mynd.scoreboard')), 's3cr3t'));
?>
--CLEAN--
<?php @unlink(__DIR__ . '/running.board'); ?>
--EXPECT--
a text: reply, SELECT SLEEP(?), ? , ?, running.php
a text, afterwards: nothing
over TCP: reply, SELECT SLEEP(?), running.php
over TCP, afterwards: nothing
over TCP, in a recv that sleeps: reply, SELECT SLEEP(?), running.php
over TCP, in a recv that sleeps, afterwards: nothing
a statement: reply, SELECT SLEEP(?), ?+, running.php
a statement, afterwards: nothing
together with its prepare: reply, SELECT SLEEP(?), ? + ?, running.php
together with its prepare, afterwards: nothing
taken later: reply, , running.php
taken later, afterwards: nothing
a long text: reply, SELECT SLEEP(?), ? AS column_1, ? AS column_2, ? AS column_3, ? AS column_4, ? AS column_5, ? AS column_6, ? AS column_7, ? AS column_8, ? AS column_9, ? AS column_10, ? AS column_11, ? AS column_12, , running.php
a long text, afterwards: nothing
in doubt: reply, SELECT SLEEP(?), ? ..., running.php
in doubt, afterwards: nothing
killed: reply, SELECT SLEEP(?), running.php
killed, killed: nothing
a server that says nothing: connection, , running.php
a server that says nothing, afterwards: nothing
bool(false)
