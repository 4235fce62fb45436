--TEST--
mynd.shared_pool: a parcel whose parts do not agree about the replies that are due is of no use, whole as it is
--EXTENSIONS--
mysqli
pcntl
ffi
--INI--
mynd.shared_pool=1
ffi.enable=1
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || PHP_INT_SIZE !== 8) die('skip the structures are those of Linux with 64 bits');
?>
--FILE--
<?php
require __DIR__ . '/mailbox.inc';

const HEAD = 55;      /* where the head says what is due */
const RESETTING = 1;  /* in it */
/* The replies that are due, after their number: 7 bytes each. */
const DUE = '/(.)\x1f.{4}[\0\1]\0(?:[\x02\x03\x1b].{4}[\0\1]\0)*/s';

/** The next connection: that of the parcel, or another one, and what it says. */
function next_one(FFI $c, int $put, array $parcel, int $thread): array
{
	send($c, $put, ...[$parcel[0], [$parcel[1]]]);
	$c->close($parcel[1]);
	$before = array_sum(array_column(Mynd\pools(), 'taken_over'));
	$m = plink();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 5);
	$is = [$m->thread_id === $thread ? 'taken' : 'refused', array_sum(array_column(Mynd\pools(), 'taken_over')) - $before];
	$is[] = $m->query('SELECT 7, @a')->fetch_row();
	$GLOBALS['keep'][] = $m;
	return $is;
}

/** A parcel of a connection that was used (its reset is due), or was not, changed so. */
function try_with(string $name, bool $used, callable $change): void
{
	global $c, $put, $take;
	$m = plink();
	$used && $m->query('SET @a = 1');
	$thread = $m->thread_id;
	$m->close();
	[$bytes, $fd] = receive($c, $take);
	echo "$name: ", json_encode(next_one($c, $put, [$change($bytes), $fd], $thread)), "\n";
}

function with_length(string $bytes): string
{
	return substr_replace($bytes, pack('v', strlen($bytes)), 13, 2);
}

/** Without the replies that are due, or with so many of those alone. */
function due(string $bytes, int $count): string
{
	preg_match(DUE, substr($bytes, HEAD), $m, PREG_OFFSET_CAPTURE);
	$at = HEAD + $m[0][1];
	return with_length(substr($bytes, 0, $at) . chr($count) . substr($bytes, $at + 1, 7 * $count) . substr($bytes, $at + strlen($m[0][0])));
}

$flip = fn(string $bytes) => substr_replace($bytes, chr(ord($bytes[HEAD]) ^ RESETTING), HEAD, 1);
$as_it_is = fn(string $bytes) => $bytes;
try_with('used', true, $as_it_is);
try_with('not used', false, $as_it_is);
try_with('used, and the head says that no reset is due', true, $flip);
try_with('not used, and the head says that one is', false, $flip);
try_with('used, and no reply is due', true, fn($bytes) => due($bytes, 0));
?>
--EXPECT--
used: ["taken",1,["7",null]]
not used: ["taken",1,["7",null]]
used, and the head says that no reset is due: ["refused",0,["7",null]]
not used, and the head says that one is: ["refused",0,["7",null]]
used, and no reply is due: ["refused",0,["7",null]]
