--TEST--
Names of 0.2.0: they work as today's, and tell that they are deprecated
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';

use Mynd\{Command, Reply};

function told(string $what, callable $program): void
{
	$told = [];
	set_error_handler(function (int $level, string $text) use (&$told) {
		$told[] = ($level === E_DEPRECATED ? 'deprecated: ' : "$level: ") . $text;
		return true;
	});
	try {
		$value = json_encode($program());
	} catch (Error $error) {
		$value = '! ' . $error->getMessage();
	}
	restore_error_handler();
	echo "$what: $value", implode('', array_map(fn($text) => "\n  $text", $told)), "\n";
}

$link = link_for_test();
$command = $reply = $copy = null;
$interception = Mynd\intercept(function (Command $c, callable $next) use (&$command, &$reply, &$copy): Reply {
	$command = $c;
	$copy = $c->withAttribute('a', 1);
	return $reply = $next($c);
});
$link->query('SELECT 1');
told('extension', fn() => $command->face);
told('in a transaction', fn() => $command->in_transaction);
told('init commands', fn() => $command->init_commands);
told('more results', fn() => $reply->more_results);
told('isset', fn() => [isset($command->face), isset($command->init_commands), empty($command->init_commands), isset($command->nothing)]);
told('isset, then read', fn() => $command->face ?? 'none');
told('no such property', fn() => $command->nothing);
told('that of the other class', fn() => $reply->face);
told('written', fn() => $command->face = 'x');
told('written in', function () use ($command) { $command->init_commands[] = 'x'; });
told('a changed copy', fn() => $copy->face);
echo 'shown: ', implode(' ', array_keys(get_object_vars($command))), "\n";

// An error handler that frees the object, and one that throws.
set_error_handler(function () use (&$command) {
	$command = null;
	return true;
});
echo 'freed meanwhile: ', $command->face, "\n";
set_error_handler(fn(int $level, string $text) => throw new ErrorException($text));
try {
	echo $reply->more_results, "\n";
} catch (ErrorException $error) {
	echo 'thrown: ', $error->getMessage(), "\n";
}
restore_error_handler();
restore_error_handler();
$interception->remove();

told('waiter', fn() => [Mynd\await_with('strtolower', true), Mynd\waiter(null)]);
var_dump(Mynd\Marker::Default === Mynd\Indicator::Default, Mynd\Marker::Ignore);
told('numbers of a pool', fn() => (new Mynd\Pool(fn() => link_for_test(), 3))->numbers()['maximum']);
?>
--EXPECT--
extension: "mysqli"
  deprecated: Property Mynd\Command::$face is deprecated, use Mynd\Command::$extension instead
in a transaction: false
  deprecated: Property Mynd\Command::$in_transaction is deprecated, use Mynd\Command::$inTransaction instead
init commands: []
  deprecated: Property Mynd\Command::$init_commands is deprecated, use Mynd\Command::$initCommands instead
more results: false
  deprecated: Property Mynd\Reply::$more_results is deprecated, use Mynd\Reply::$moreResults instead
isset: [true,true,true,false]
isset, then read: "mysqli"
  deprecated: Property Mynd\Command::$face is deprecated, use Mynd\Command::$extension instead
no such property: null
  2: Undefined property: Mynd\Command::$nothing
that of the other class: null
  2: Undefined property: Mynd\Reply::$face
written: ! Cannot create dynamic property Mynd\Command::$face
written in: ! Cannot create dynamic property Mynd\Command::$init_commands
a changed copy: "mysqli"
  deprecated: Property Mynd\Command::$face is deprecated, use Mynd\Command::$extension instead
shown: kind sql params host port socket user database charset extension thread_id inTransaction async session initCommands server serverCollation rowCount
freed meanwhile: mysqli
thrown: Property Mynd\Reply::$more_results is deprecated, use Mynd\Reply::$moreResults instead
waiter: [null,"strtolower"]
  deprecated: Function Mynd\await_with() is deprecated
bool(true)
enum(Mynd\Indicator::Ignore)
numbers of a pool: 3
  deprecated: Method Mynd\Pool::numbers() is deprecated
