--TEST--
Persistent links: behind a reset the database's character set is the session's, and restoring it takes no write of its own
--EXTENSIONS--
mysqli
--INI--
mynd.pipelining=on
--FILE--
<?php
/* The server's reset makes it the server's default; LOAD DATA reads its file in it. */
require __DIR__ . '/persistent.inc';
const OWN = 'persistent_greek';
$setup = link_for_test();
$setup->query('DROP DATABASE IF EXISTS ' . OWN);
$setup->query('CREATE DATABASE ' . OWN . ' CHARACTER SET greek COLLATE greek_bin');
const ASKED = 'SELECT DATABASE(), @@character_set_database, @@collation_database';
const TOLD = [OWN, 'greek', 'greek_bin'];

$thread = null;
$writes = [];
for ($user = 0; $user < 4; $user++) {
	$m = plink(database: OWN);
	$same = $thread === null || $thread === $m->thread_id;
	$thread = $m->thread_id;
	/* on a connection that is taken again the database is selected first */
	$told = $m->query(ASKED)->fetch_row();
	$before = Mynd\stats()['writes'];
	$user === 2 && $m->select_db(getenv('MYND_TEST_DB'));
	$m->close();
	$writes[$user] = Mynd\stats()['writes'] - $before;
	echo "user $user: ", $told === TOLD ? 'as after a login' : json_encode($told), $same ? '' : ', another connection', ", $writes[$user] writes\n";
}

/* In a session without a database it is the server's. */
$m = plink(database: '');
$without = $m->query(ASKED)->fetch_row();
$m->select_db(OWN);
echo json_encode($m->query(ASKED)->fetch_row() === TOLD), "\n";
$m->close();
$m = plink(database: '');
echo json_encode($m->query(ASKED)->fetch_row() === $without), "\n";
$setup->query('DROP DATABASE ' . OWN);
?>
--EXPECT--
user 0: as after a login, 1 writes
user 1: as after a login, 1 writes
user 2: as after a login, 2 writes
user 3: as after a login, 1 writes
true
true
