--TEST--
PDO: a value that cannot be sent, where another lacks: the execute fails as in stock, without an error
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$db = pdo_for_test();
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);

$s = $db->prepare('SELECT ?, ?');
$s->bindValue(2, new ArrayObject, PDO::PARAM_INT);
attempt('an object alone', fn() => [$s->execute(), $s->errorCode()]);
$s->bindValue(1, 7);
attempt('beside a number', fn() => [$s->execute(), $s->errorCode()]);

$s = $db->prepare('SELECT ?, ?');
$s->bindValue(2, 7);
attempt('a number alone', fn() => $s->execute());
$s->bindValue(1, 8);
attempt('both', fn() => [$s->execute(), $s->fetch(PDO::FETCH_NUM)]);
?>
--EXPECT--
an object alone: [false,"00000"]
beside a number: [false,"00000"]
a number alone: ! "HY093" SQLSTATE[HY093]: Invalid parameter number ["HY093"]
both: [true,["8","7"]]
