--TEST--
PDO: closeCursor(), nextRowset() and the end of a statement beside the results of another, as with stock
--EXTENSIONS--
pdo_mysql
mysqli
--FILE--
<?php
require __DIR__ . '/../lost/lost.inc';
procedures();

function told(callable $call): string
{
	try {
		return json_encode($call());
	} catch (PDOException $e) {
		return (string) $e->errorInfo[1];
	}
}

foreach (['emulated' => true, 'native' => false] as $name => $emulate) {
	foreach (['buffered' => true, 'unbuffered' => false] as $how => $buffered) {
		echo "$name, $how\n";
		foreach (['new', 'executed', 'at its end', 'closed'] as $state) {
			echo "  $state:";
			foreach (['close', 'next', 'next close', 'drop', 'next drop'] as $calls) {
				$db = handle([PDO::ATTR_EMULATE_PREPARES => $emulate, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered]);
				$one = $db->prepare('SET @a = 1');
				$state === 'new' || $one->execute();
				$state === 'at its end' && $one->nextRowset();
				$state === 'closed' && $one->closeCursor();
				$other = $db->query('CALL two()');
				$other->fetchAll();
				echo " $calls";
				foreach (explode(' ', $calls) as $call) {
					$call === 'close' && print ' ' . told(fn () => $one->closeCursor());
					$call === 'next' && print ' ' . told(fn () => $one->nextRowset());
					if ($call === 'drop') {
						$one = null;
					}
				}
				echo ' query ', told(fn () => $db->query('SELECT 5')->fetchColumn()), ';';
				$one = $other = $db = null;
			}
			echo "\n";
		}
		// rows of another are being read
		$db = handle([PDO::ATTR_EMULATE_PREPARES => $emulate, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered]);
		$one = $db->prepare('SET @a = 1');
		$other = $db->query('SELECT n FROM numbers');
		$other->fetch();
		echo '  beside rows: ', told(fn () => $one->nextRowset()), ' ', told(fn () => $one->closeCursor()), ' ', count($other->fetchAll()), "\n";
		$one = $other = $db = null;
	}
}
?>
--EXPECT--
emulated, buffered
  new: close true query 5; next true query 2014; next close true true query 5; drop query 5; next drop true query 5;
  executed: close true query 5; next true query 2014; next close true true query 5; drop query 5; next drop true query 5;
  at its end: close true query 5; next true query 2014; next close true true query 5; drop query 2014; next drop true query 2014;
  closed: close true query 5; next true query 2014; next close true true query 5; drop query 2014; next drop true query 2014;
  beside rows: false true 299
emulated, unbuffered
  new: close true query 5; next true query 2014; next close true true query 5; drop query 5; next drop true query 5;
  executed: close true query 5; next true query 2014; next close true true query 5; drop query 5; next drop true query 5;
  at its end: close true query 5; next true query 2014; next close true true query 5; drop query 2014; next drop true query 2014;
  closed: close true query 5; next true query 2014; next close true true query 5; drop query 2014; next drop true query 2014;
  beside rows: false true 299
native, buffered
  new: close true query 5; next false query 2014; next close false true query 5; drop query 5; next drop false query 2014;
  executed: close true query 5; next false query 2014; next close false true query 5; drop query 5; next drop false query 2014;
  at its end: close true query 5; next false query 2014; next close false true query 5; drop query 2014; next drop false query 2014;
  closed: close true query 5; next false query 2014; next close false true query 5; drop query 2014; next drop false query 2014;
  beside rows: false true 299
native, unbuffered
  new: close true query 5; next false query 2014; next close false true query 5; drop query 5; next drop false query 2014;
  executed: close true query 5; next false query 2014; next close false true query 5; drop query 5; next drop false query 2014;
  at its end: close true query 5; next false query 2014; next close false true query 5; drop query 2014; next drop false query 2014;
  closed: close true query 5; next false query 2014; next close false true query 5; drop query 2014; next drop false query 2014;
  beside rows: false true 299
