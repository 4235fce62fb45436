--TEST--
Statements: result objects of get_result() are as good as those of queries; result_metadata()
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/all_types.inc';
echo "--- fields\n";
$fields = fn($r) => array_map(get_object_vars(...), $r->fetch_fields());
$r = $m->query('SELECT * FROM all_types LIMIT 0');
$s = $m->prepare('SELECT * FROM all_types LIMIT 0');
$before = $fields($s->result_metadata());
$s->execute();
$meta = $s->result_metadata();
$result = $s->get_result();
var_dump($fields($result) == $fields($r), $fields($meta) == $fields($r), $before == $fields($r));
$r = $m->query('SELECT a.seq AS x, a.seq FROM seq_1_to_2 AS a LIMIT 0');
$s = $m->prepare('SELECT a.seq AS x, a.seq FROM seq_1_to_2 AS a LIMIT 0');
var_dump($fields($s->result_metadata()) == $fields($r));

echo "--- metadata\n";
$s = $m->prepare('SELECT 1 AS a, "x" AS b');
$meta = $s->result_metadata();
print_r($meta);
attempt('fetch_field()', fn() => [$meta->fetch_field()->name, $meta->fetch_field()->name, $meta->fetch_field(), $meta->current_field]);
attempt('field_seek()', fn() => [$meta->field_seek(1), $meta->fetch_field()->name, $meta->fetch_field_direct(0)->name]);
attempt('others do not move with it', fn() => $s->result_metadata()->fetch_field()->name);
foreach (['fetch_row', 'fetch_assoc', 'fetch_array', 'fetch_object', 'fetch_all', 'fetch_column'] as $method) {
	attempt("$method()", fn() => $meta->$method());
}
attempt('data_seek()', fn() => $meta->data_seek(0));
attempt('mysqli_num_rows()', fn() => mysqli_num_rows($meta));
attempt('free()', fn() => $meta->free());
attempt('freed', fn() => $meta->fetch_field());
attempt('the statement goes on', fn() => [$s->execute(), $s->get_result()->fetch_row()]);
attempt('no columns', fn() => $m->prepare('DO 1')->result_metadata());

echo "--- result objects\n";
$s = $m->prepare('SELECT seq AS id, CONCAT("n", seq) AS name, seq / 2 AS half, IF(seq = 2, NULL, seq) AS maybe FROM seq_1_to_3');
$get = function () use ($s): mysqli_result {
	$s->execute();
	return $s->get_result();
};
$r = $get();
print_r($r);
attempt('rows of all kinds', fn() => [$r->fetch_row(), $r->fetch_assoc(), $r->fetch_array(), $r->fetch_row(), $r->fetch_assoc()]);
attempt('data_seek()', fn() => [$r->data_seek(1), $r->fetch_row(), $r->data_seek(3), $r->data_seek(0), $r->fetch_column(1)]);
class Row
{
	public int $id;
	public readonly string $name;
	private ?int $maybe;
	public $half;
	public function __construct(public string $given = 'none')
	{
	}
	public function maybe(): ?int
	{
		return $this->maybe;
	}
}
attempt('fetch_object()', function () use ($get) {
	$r = $get();
	$all = [];
	while ($o = $r->fetch_object(Row::class, ['given'])) {
		$all[] = [$o->id, $o->name, $o->half, $o->maybe(), $o->given];
	}
	return $all;
});
attempt('fetch_object(), stdClass', fn() => (array) $get()->fetch_object());
attempt('fetch_all()', fn() => [$get()->fetch_all(MYSQLI_ASSOC), $get()->fetch_all(), $get()->fetch_all(MYSQLI_BOTH)[2]]);
attempt('foreach', function () use ($get) {
	$r = $get();
	return [iterator_to_array($r), iterator_count($r)];
});
attempt('columns of one name', fn() => $m->execute_query('SELECT 1 AS a, 2 AS a, 3 AS `1`, 4')->fetch_array());
attempt('many rows', fn() => array_sum(array_column($m->execute_query('SELECT seq, REPEAT("x", seq % 300) FROM seq_1_to_20000')->fetch_all(), 0)));
attempt('a large cell', fn() => strlen($m->execute_query('SELECT REPEAT("x", 5000000)')->fetch_column()));
attempt('native numbers of text are something else', function () use ($m, $get) {
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
	$native = [$get()->fetch_row(), $m->query('SELECT 1, 1.5, 1.5e0')->fetch_row()];
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 0);
	return [...$native, $get()->fetch_row()];
});
?>
--EXPECT--
--- fields
bool(true)
bool(true)
bool(true)
bool(true)
--- metadata
mysqli_result Object
(
    [current_field] => 0
    [field_count] => 2
    [lengths] => 
    [num_rows] => 0
    [type] => 1
)
fetch_field(): ["a","b",false,2]
field_seek(): [true,"b","a"]
others do not move with it: "a"
fetch_row(): null
fetch_assoc(): null
fetch_array(): null
fetch_object(): null
fetch_all(): []
fetch_column(): false
data_seek(): ! Error mysqli_result::data_seek() cannot be used in MYSQLI_USE_RESULT mode
mysqli_num_rows(): 0
free(): null
freed: ! Error mysqli_result object is already closed
the statement goes on: [true,[1,"x"]]
no columns: false
--- result objects
mysqli_result Object
(
    [current_field] => 0
    [field_count] => 4
    [lengths] => 
    [num_rows] => 3
    [type] => 0
)
rows of all kinds: [[1,"n1","0.5000",1],{"id":2,"name":"n2","half":"1.0000","maybe":null},{"0":3,"id":3,"1":"n3","name":"n3","2":"1.5000","half":"1.5000","3":3,"maybe":3},null,null]
data_seek(): [true,[2,"n2","1.0000",null],false,true,"n1"]
fetch_object(): [[1,"n1","0.5000",1,"given"],[2,"n2","1.0000",null,"given"],[3,"n3","1.5000",3,"given"]]
fetch_object(), stdClass: {"id":1,"name":"n1","half":"0.5000","maybe":1}
fetch_all(): [[{"id":1,"name":"n1","half":"0.5000","maybe":1},{"id":2,"name":"n2","half":"1.0000","maybe":null},{"id":3,"name":"n3","half":"1.5000","maybe":3}],[[1,"n1","0.5000",1],[2,"n2","1.0000",null],[3,"n3","1.5000",3]],{"0":3,"id":3,"1":"n3","name":"n3","2":"1.5000","half":"1.5000","3":3,"maybe":3}]
foreach: [[{"id":1,"name":"n1","half":"0.5000","maybe":1},{"id":2,"name":"n2","half":"1.0000","maybe":null},{"id":3,"name":"n3","half":"1.5000","maybe":3}],3]
columns of one name: {"0":1,"a":2,"1":3,"2":3,"3":4,"4":4}
many rows: 200010000
a large cell: 5000000
native numbers of text are something else: [[1,"n1","0.5000",1],[1,"1.5",1.5],[1,"n1","0.5000",1]]
