--TEST--
Query attributes: without an interceptor they are not negotiated, and not with a server that has none; there nothing is said otherwise
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/filters.inc';
use Mynd\Command;
use Mynd\Reply;

/**
 * What a small program says to its server, packet by packet: the capabilities of its login, then the bytes of
 * its commands.
 */
function conversation(): array
{
	$said = '';
	$filter = Mynd\filter('test.said', function (string $bytes) use (&$said) {
		$said .= $bytes;
		return $bytes;
	}, STREAM_FILTER_WRITE);
	$m = link_for_test();
	$filter->remove();
	$login = strlen($said);
	$m->query('SELECT 1');
	$s = $m->prepare('SELECT ?');
	$s->execute([5]);
	$s->get_result();
	$s->close();
	$m->execute_query('SELECT ? + 1', [2]);
	@$m->ping(); /* 8.4 would rather have it unused */
	$m->close();
	return [unpack('V', $said, 4)[1], packets(substr($said, $login))];
}

/** In the words of PHP before 8.4. */
function empty_name(Command $c): never
{
	try {
		$c->withQueryAttribute('', 1);
	} catch (ValueError $e) {
		throw new ValueError(strtr($e->getMessage(), ['must not be' => 'cannot be']));
	}
}

/** One a line, without the numbers of statements, which servers count on. */
function packets(string $bytes): string
{
	$lines = '';
	for ($at = 0; $at < strlen($bytes); $at += 4 + $len) {
		$len = unpack('V', substr($bytes, $at, 3) . "\0")[1];
		$packet = substr($bytes, $at + 4, $len);
		$lines .= bin2hex(in_array($packet[0], ["\x17", "\x19"], true) ? $packet[0] . substr($packet, 5) : $packet) . "\n";
	}
	return $lines;
}

$m = link_for_test();
$has = !str_contains($m->server_info, 'MariaDB') && $m->server_version >= 80026;
conversation(); /* what the driver learns of a server, it learns here */
$without = conversation();
$interception = Mynd\intercept(fn (Command $command, callable $next): Reply => $next($command->withQueryAttribute('trace', 'abc')->withQueryAttribute('n', 1)));
$with = conversation();
$interception->remove();
var_dump(($without[0] & 1 << 27) === 0);
var_dump((($with[0] & 1 << 27) !== 0) === $has, ($with[0] & ~(1 << 27 | 1 << 23)) === $without[0]);
var_dump(($with[1] === $without[1]) === !$has, str_contains($with[1], bin2hex('abc')) === $has);

$command = null;
Mynd\intercept(function (Command $c, callable $next) use (&$command): Reply {
	$command ??= $c;
	foreach (['empty name' => fn () => empty_name($c), 'a list' => fn () => $c->withQueryAttribute('a', [])] as $label => $program) {
		attempt($label, $program);
	}
	return $next($c);
});
$m->query('SELECT 1');
attempt('over', fn () => $command->withQueryAttribute('a', 1));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
empty name: ! ValueError Mynd\Command::withQueryAttribute(): Argument #1 ($name) cannot be empty
a list: ! TypeError Mynd\Command::withQueryAttribute(): Argument #2 ($value) must be of type string|int|float|null, array given
over: ! Error Mynd\Command: the command is over
