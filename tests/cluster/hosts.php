<?php
/*
 * One process that connects to a list of all nodes, or to the cluster that its argument names, as often as it
 * is told: each line of its input is what a connect wants, "primary", "replica", "prefer-replica", "any", or
 * "unset" for what the cluster says, with "persistent" behind it for a connection of a pool, and behind that
 * another limit than ten seconds. Answers with the node and what it is, or with the error's number and what
 * it names; and "late" where that took longer than 2.5 seconds. The environment's HOSTS_NODES names other
 * nodes.
 */
$nodes = [];
foreach (explode(' ', getenv('HOSTS_NODES') ?: 'repl1 repl2 repl3') as $name) {
	$nodes[getenv("MYND_CLUSTER_{$name}_HOST") . ':' . getenv("MYND_CLUSTER_{$name}_PORT")] = $name;
}
$source = 'mysql:host=' . ($argv[1] ?? implode(',', array_keys($nodes))) . ';dbname=mynd_test';
while (($line = fgets(STDIN)) !== false) {
	[$target, $persistent, $seconds] = [...explode(' ', trim($line)), '', 10];
	$began = hrtime(true);
	try {
		$pdo = new PDO($source . ($target === 'unset' ? '' : ";target=$target"), 'mynd', 'throw away', [PDO::ATTR_PERSISTENT => $persistent !== '', PDO::ATTR_TIMEOUT => (int) ($seconds ?: 10)]);
		$role = $pdo->query('SELECT @@read_only')->fetchColumn() ? 'replica' : 'primary';
		$said = $nodes[str_replace(' via TCP/IP', '', $pdo->getAttribute(PDO::ATTR_CONNECTION_STATUS))] . " $role";
		$pdo = null;
	} catch (PDOException $e) {
		$said = strtr(preg_replace('/^.*?\[(\d+)\] /', '$1 ', $e->getMessage()), $nodes);
	}
	echo $said, hrtime(true) - $began > 2.5e9 ? ", late\n" : "\n";
}
