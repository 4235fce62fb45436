<?php
require __DIR__ . '/persistent.inc';

/* An init command is part of what a pool's connections have in common. */
$connect = fn (int $i) => plink_with(fn (mysqli $m) => $m->options(MYSQLI_INIT_COMMAND, "SET @number = $i"));
$threads = [];
for ($i = 0; $i < 70; $i++) {
	$m = $connect($i);
	$threads[$i] = $m->thread_id;
	$m->close();
}
/* Pools that nobody needs are freed with the next look, at most one a second. */
$until = hrtime(true) + 2_100_000_000;
while (hrtime(true) < $until) {
	$connect(0)->close();
	usleep(50000);
}
$same = 0;
for ($i = 0; $i < 70; $i++) {
	$m = $connect($i);
	$same += $m->thread_id === $threads[$i] && $m->query('SELECT @number')->fetch_column() == $i;
	$m->close();
}
echo "$same of 70 connections are used again\n", count(Mynd\pools()), " pools\n";
?>
