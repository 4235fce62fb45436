--TEST--
Mynd\capture() and Mynd\replay(): what they refuse
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
attempt('unbuffered', fn() => Mynd\capture($r));
$r->fetch_all();
attempt('unbuffered, read to its end', fn() => Mynd\capture($r));
$r->free();
attempt('freed', fn() => Mynd\capture($r));
attempt('made without a constructor', fn() => Mynd\capture((new ReflectionClass('mysqli_result'))->newInstanceWithoutConstructor()));
$s = $m->prepare('SELECT seq FROM seq_1_to_9');
attempt('columns alone', fn() => Mynd\capture($s->result_metadata()));
attempt('an object of another kind', fn() => Mynd\capture($m));
attempt('no object', fn() => Mynd\capture('x'));

$bytes = Mynd\capture($m->query("SELECT 1 a, 'text' b"));
$with = fn(string $content) => $content . hash('xxh64', $content, true);
$content = substr($bytes, 0, -8);
echo $with($content) === $bytes ? 'the checksum is XXH64 of all before it' : 'the checksum is WRONG', "\n";
attempt('nothing', fn() => Mynd\replay(''));
attempt('text', fn() => Mynd\replay(str_repeat('What is this? ', 10)));
attempt('cut', fn() => Mynd\replay(substr($bytes, 0, -1)));
attempt('longer', fn() => Mynd\replay($bytes . "\0"));
attempt('one bit', fn() => Mynd\replay(substr_replace($bytes, $bytes[60] ^ "\1", 60, 1)));
attempt('another name', fn() => Mynd\replay($with('mind' . substr($content, 4))));
attempt('another version', fn() => Mynd\replay($with(substr_replace($content, "\2", 4, 1))));
attempt('another flag', fn() => Mynd\replay($with(substr_replace($content, "\4", 5, 1))));
attempt('no columns', fn() => Mynd\replay($with(substr_replace($content, "\0", 8, 1))));
attempt('4,278,190,082 columns', fn() => Mynd\replay($with(substr_replace($content, "\xff", 11, 1))));
attempt('one column more', fn() => Mynd\replay($with(substr_replace($content, "\3", 8, 1))));
attempt('one column less', fn() => Mynd\replay($with(substr_replace($content, "\1", 8, 1))));
attempt('definitions beyond the end', fn() => Mynd\replay($with(substr_replace($content, "\xff", 14, 1))));
attempt('two rows', fn() => Mynd\replay($with(substr_replace($content, "\2", 16, 1))));
attempt('2^63 rows', fn() => Mynd\replay($with(substr_replace($content, "\x80", 23, 1))));
attempt('half a row more', fn() => Mynd\replay($with($content . "\7\0\0\0\1" . '2')));
attempt('a row of 2 GB', fn() => Mynd\replay($with(substr_replace($content, "\xff\xff\xff\xff", -11, 4))));
attempt('a pointer for a cell', fn() => Mynd\replay($with(substr($content, 0, -11) . pack('V', 19) . "\0011\xff" . pack('P', 4) . pack('P', 4096))));
attempt('as a binary one', fn() => Mynd\replay($with(substr_replace($content, "\1", 5, 1))));
?>
--EXPECT--
unbuffered: ! Error Mynd\capture(): only a buffered result can be captured, not one that is read from the connection
unbuffered, read to its end: ! Error Mynd\capture(): only a buffered result can be captured, not one that is read from the connection
freed: ! Error mysqli_result object is already closed
made without a constructor: ! Error mysqli_result object is already closed
columns alone: ! Error Mynd\capture(): only a buffered result can be captured, not one that is read from the connection
an object of another kind: ! TypeError Mynd\capture(): Argument #1 ($result) must be a result of mynd, mysqli given
no object: ! TypeError Mynd\capture(): Argument #1 ($result) must be of type object, string given
the checksum is XXH64 of all before it
nothing: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: they are too short
text: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: they do not begin like it
cut: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the checksum does not match
longer: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the checksum does not match
one bit: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the checksum does not match
another name: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: they do not begin like it
another version: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: they are of another version
another flag: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: they have unknown flags
no columns: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the number of columns is impossible
4,278,190,082 columns: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the number of columns is impossible
one column more: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the number of columns is impossible
one column less: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: a column is malformed
definitions beyond the end: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the number of columns is impossible
two rows: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the number of rows does not match
2^63 rows: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: the number of rows does not match
half a row more: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: a row is malformed
a row of 2 GB: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: a row is malformed
a pointer for a cell: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: a row is malformed
as a binary one: ! ValueError Mynd\replay(): Argument #1 ($bytes) must be what Mynd\capture() returned: a row is malformed
