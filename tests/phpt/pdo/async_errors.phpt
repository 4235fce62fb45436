--TEST--
PDO: the error of an asynchronous statement stays with it, whoever has read its reply
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$failing = ['1242 in a row' => 'SELECT (SELECT 1 UNION SELECT 2) AS v', 'before the columns' => 'INSERT INTO t VALUES (1)'];
$takes = [
	'fetch' => fn(PDOStatement $s) => $s->fetch(), 'fetchAll' => fn($s) => $s->fetchAll(), 'fetchColumn' => fn($s) => $s->fetchColumn(),
	'fetchObject' => fn($s) => $s->fetchObject(), 'foreach' => fn($s) => iterator_to_array($s), 'reap' => fn($s) => Mynd\reap($s),
	'nextRowset' => fn($s) => $s->nextRowset(), 'closeCursor' => fn($s) => $s->closeCursor(), 'getColumnMeta' => fn($s) => $s->getColumnMeta(0),
	'execute' => fn($s) => $s->execute(), 'errorInfo' => fn($s) => throw new PDOException($s->errorInfo()[2], $s->errorInfo()[1]),
];
$others = [
	'query' => fn(PDO $db) => $db->query('SELECT 5')->fetchColumn() == 5, 'exec' => fn($db) => $db->exec('DO 1') === 0, 'prepare' => fn($db) => (bool) $db->prepare('SELECT ?'),
	'beginTransaction' => fn($db) => $db->beginTransaction() && $db->rollBack(), 'lastInsertId' => fn($db) => $db->lastInsertId() !== false,
	'another statement' => fn($db, $other) => $other->execute([7]) && $other->fetchColumn() == 7,
	'pipeline' => fn($db) => iterator_to_array(Mynd\pipeline($db, ['SELECT 1']))[0]->fetchColumn() == 1,
];
/** Number of the error that a piece of program meets; 0: none. */
function number(callable $program): int
{
	try {
		$program();
		return 0;
	} catch (PDOException $e) {
		return (int) ($e->errorInfo[1] ?? $e->getCode());
	}
}
$cases = $wrong = 0;
foreach ([true, false] as $emulated) {
	foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
		$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => $emulated]);
		$db->exec('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY)');
		$db->exec('INSERT INTO t VALUES (1)');
		$other = $db->prepare('SELECT ?');
		foreach ($failing as $what => $sql) {
			$number = str_starts_with($sql, 'SELECT') ? 1242 : 1062;
			foreach ($others as $by => $command) {
				foreach ($takes as $how => $take) {
					$waits = $by !== 'pipeline' && ($by !== 'prepare' || !$emulated);
					if (!$waits && $how === 'errorInfo') { /* it has not come yet */
						continue;
					}
					$s = $db->prepare($sql, [PDO::MYND_ATTR_ASYNC => true]);
					$s->execute();
					$db->setAttribute(PDO::ATTR_ERRMODE, $mode);
					$is_fine = false;
					$at_other = number(function () use ($command, $db, $other, &$is_fine) { $is_fine = $command($db, $other); });
					$code = $s->errorCode();
					$at_take = number(fn() => $take($s));
					if ($mode === PDO::ERRMODE_SILENT) {
						$at_take = $s->errorInfo()[1];
					}
					$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
					$cases++;
					if (!$is_fine || $at_other !== 0 || $at_take !== $number || $waits && $code === '00000' || number(fn() => $db->query('SELECT 1')) !== 0) {
						$wrong++;
						echo "$what, ", $emulated ? 'emulated' : 'native', ", mode $mode, $by, $how: ", show([$is_fine, $at_other, $code, $at_take]), "\n";
					}
				}
			}
		}
		$run = function (string $sql) use ($db) { $s = $db->prepare($sql, [PDO::MYND_ATTR_ASYNC => true]); $s->execute(); return $s; };
		echo $emulated ? 'emulated' : 'native', "\n";
		attempt('several', function () use ($run, $db) {
			$all = array_map($run, ['SELECT 1', 'SELECT (SELECT 1 UNION SELECT 2)', 'SELECT 3', 'INSERT INTO t VALUES (1)']);
			$db->exec('DO 1');
			return array_map(fn($s) => number(fn() => $s->fetchColumn()) ?: 'a row', $all);
		});
		attempt('commit', function () use ($run, $db) {
			$db->beginTransaction();
			[$good, $bad] = [$run('INSERT INTO t VALUES (2)'), $run('INSERT INTO t VALUES (1)')];
			$seen = [number(fn() => $db->commit()), $db->inTransaction(), number(fn() => $db->commit()), $db->inTransaction(), number(fn() => $bad->fetch())];
			$db->exec('DELETE FROM t WHERE id = 2');
			return $seen;
		});
		attempt('commit, after another command', function () use ($run, $db) {
			$db->beginTransaction();
			$bad = $run('INSERT INTO t VALUES (1)');
			$db->exec('DO 1');
			return [number(fn() => $db->commit()), $db->inTransaction(), $db->rollBack(), $db->inTransaction()];
		});
		attempt('commit, after the error was seen', function () use ($run, $db) {
			$db->beginTransaction();
			$bad = $run('INSERT INTO t VALUES (1)');
			return [number(fn() => Mynd\reap($bad)), $db->commit()];
		});
		attempt('the object is freed after another command', function () use ($run, $db) {
			$bad = $run('INSERT INTO t VALUES (1)');
			$db->exec('DO 1');
			unset($bad);
			return [number(fn() => $db->query('SELECT 1')), number(fn() => $db->query('SELECT 1'))];
		});
		attempt('the handle is freed', function () {
			$db = pdo_for_test();
			$bad = $db->prepare('SELECT nothing', [PDO::MYND_ATTR_ASYNC => true]);
			$bad->execute();
			$db->exec('DO 1');
			unset($db);
			return number(fn() => $bad->fetchAll());
		});
	}
}
echo "$cases cases, $wrong wrong\n";

/* An asynchronous statement says itself whether it is emulated; for others the handle does, as in stock. */
foreach ([true, false] as $handle) {
	foreach ([[], [PDO::ATTR_EMULATE_PREPARES => true], [PDO::ATTR_EMULATE_PREPARES => false]] as $options) {
		foreach ([false, true] as $async) {
			$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => $handle]);
			$prepared = fn() => (int) $db->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetchColumn(1);
			$s = $db->prepare('SELECT ? + 1', $options + ($async ? [PDO::MYND_ATTR_ASYNC => true] : []));
			$s->execute([1]);
			$value = (int) $s->fetchColumn();
			$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
			printf("handle %d, statement %s, %s: %s, %d\n", $handle, $options === [] ? '-' : (int) current($options), $async ? 'async' : 'blocking',
				$s->getAttribute(PDO::ATTR_EMULATE_PREPARES) ? 'emulated' : 'native', $value);
			if ($prepared() !== (int) !$s->getAttribute(PDO::ATTR_EMULATE_PREPARES)) {
				echo "the server thinks otherwise\n";
			}
		}
	}
}
?>
--EXPECT--
emulated
several: ["a row",1242,"a row",1062]
commit: [1062,true,0,false,1062]
commit, after another command: [1062,true,true,false]
commit, after the error was seen: [1062,true]
the object is freed after another command: [1062,0]
the handle is freed: 1054
emulated
several: ["a row",1242,"a row",1062]
commit: [1062,true,0,false,1062]
commit, after another command: [1062,true,true,false]
commit, after the error was seen: [1062,true]
the object is freed after another command: [1062,0]
the handle is freed: 1054
native
several: ["a row",1242,"a row",1062]
commit: [1062,true,0,false,1062]
commit, after another command: [1062,true,true,false]
commit, after the error was seen: [1062,true]
the object is freed after another command: [1062,0]
the handle is freed: 1054
native
several: ["a row",1242,"a row",1062]
commit: [1062,true,0,false,1062]
commit, after another command: [1062,true,true,false]
commit, after the error was seen: [1062,true]
the object is freed after another command: [1062,0]
the handle is freed: 1054
604 cases, 0 wrong
handle 1, statement -, blocking: emulated, 2
handle 1, statement -, async: emulated, 2
handle 1, statement 1, blocking: emulated, 2
handle 1, statement 1, async: emulated, 2
handle 1, statement 0, blocking: emulated, 2
handle 1, statement 0, async: native, 2
handle 0, statement -, blocking: native, 2
handle 0, statement -, async: native, 2
handle 0, statement 1, blocking: native, 2
handle 0, statement 1, async: emulated, 2
handle 0, statement 0, blocking: native, 2
handle 0, statement 0, async: native, 2
