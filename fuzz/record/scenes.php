<?php
/*
 * Short programs, each on a connection of its own: what goes over it becomes an input (record.c).
 *
 * Always true: they are short, and ask for nothing that names the machine.
 */
mysqli_report(MYSQLI_REPORT_OFF);

const HOST = '127.0.0.1';
$socket = getenv('MYND_TEST_SOCKET');
$port = (int) getenv('MYND_TEST_PORT');
[$user, $password, $database] = [getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')];

function connect(int $flags = 0, bool $tls = false, ?string $as = null, ?string $with = null): mysqli
{
    global $socket, $port, $user, $password, $database;
    $link = mysqli_init();
    if ($tls) {
        $link->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
        $flags |= MYSQLI_CLIENT_SSL;
    }
    @$link->real_connect($tls || $as !== null ? HOST : 'localhost', $as ?? $user, $with ?? $password, $as !== null ? null : $database, $port, $tls || $as !== null ? null : $socket, $flags);
    return $link;
}

/** A result's rows, and its bytes as an input of `kept`. */
function read_all(mysqli_result|bool $result): void
{
    if (!$result instanceof mysqli_result) {
        return;
    }
    $kept = substr(Mynd\capture($result), 0, -8);
    if (strlen($kept) < 1500) {
        file_put_contents(getenv('MYND_RECORD') . '/kept/' . sha1($kept), "\x06" . $kept);
    }
    $result->fetch_all(MYSQLI_ASSOC);
    $result->free();
}

$types = [
    'n TINYINT, u TINYINT UNSIGNED, s SMALLINT, m MEDIUMINT, i INT, z INT(5) ZEROFILL, b BIGINT, v BIGINT UNSIGNED',
    'f FLOAT, d DOUBLE, e DECIMAL(20,5), y YEAR, t TIME(6), a DATE, c DATETIME(3), p TIMESTAMP NULL',
    "h CHAR(5), w VARCHAR(300), x TEXT, l LONGBLOB, o ENUM('a','b'), q SET('a','b','c'), r BIT(13), j JSON",
];
$rows = [
    ['(-1,255,-300,70000,-5,42,-9223372036854775808,18446744073709551615)', '(NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL)', '(0,0,0,0,0,0,0,0)'],
    ["(1.5,-2.25,'12345.67890',2024,'-12:34:56.5','2024-02-29','2024-02-29 12:34:56.789','2024-01-01 00:00:00')", '(NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL)', "(0,0,0,0,'00:00:00','1000-01-01','1000-01-01 00:00:00',NULL)"],
    ["('abc',REPEAT('w',255),REPEAT('x',300),REPEAT('l',600),'b','a,c',b'101','{\"a\":1}')", "('','','','','a','',0,NULL)", '(NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL)'],
];

$scenes = [];
foreach ([0, 1, 2] as $i) {
    $scenes[] = static function (mysqli $l) use ($i, $types, $rows): void {
        $l->query("CREATE TEMPORARY TABLE t ($types[$i])");
        $l->query('INSERT INTO t VALUES ' . implode(',', $rows[$i]));
        read_all($l->query('SELECT * FROM t'));
        $s = $l->prepare('SELECT * FROM t');
        $s->execute();
        read_all($s->get_result());
    };
}
$scenes[] = static function (mysqli $l): void {
    $l->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20), b LONGBLOB)');
    $s = $l->prepare('INSERT INTO t (v, b) VALUES (?, ?)');
    $null = null;
    $v = 'one';
    $s->bind_param('sb', $v, $null);
    $s->send_long_data(1, 'a piece');
    $s->send_long_data(1, ' and another');
    $s->execute();
    $s->reset();
    $s->execute();
    $l->query('UPDATE t SET v = id');
    $l->execute_query('SELECT id, v, b FROM t WHERE id < ? AND v <> ?', [3, 1.5]);
};
$scenes[] = static function (mysqli $l): void {
    $s = $l->prepare('SELECT 1 AS a, 2.5 AS b, NULL AS c, ? AS d UNION SELECT 2, 3.5, 4, 5');
    $s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
    $s->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, 1);
    $d = 'x';
    $s->bind_param('s', $d);
    $s->execute();
    $s->bind_result($a, $b, $c, $e);
    while ($s->fetch()) {
    }
    $s->close();
};
$scenes[] = static function (mysqli $l): void {
    $l->multi_query("SELECT 1; SELECT 'a', 'b'; DO 0; SELECT * FROM nowhere");
    do {
        read_all($l->store_result());
    } while ($l->more_results() && $l->next_result());
    $l->query('SELEC 1');
    $l->query("SELECT CAST('abc' AS SIGNED)");
    $l->get_warnings();
};
$scenes[] = static function (mysqli $l): void {
    $l->query('CREATE PROCEDURE IF NOT EXISTS fuzz_p(OUT o INT) BEGIN SELECT 1 AS x; SELECT 2 AS y, 3; SET o = 4; END');
    $l->multi_query('CALL fuzz_p(@o)');
    do {
        read_all($l->store_result());
    } while ($l->more_results() && $l->next_result());
    $s = $l->prepare('CALL fuzz_p(?)');
    $o = 1;
    $s?->bind_param('i', $o);
    $s?->execute();
    do {
        read_all($s?->get_result());
    } while ($s?->more_results() && $s->next_result());
};
$scenes[] = static function (mysqli $l): void {
    $l->stat();
    $l->ping();
    $l->select_db('mynd_test');
    $l->select_db('nowhere');
    $l->begin_transaction();
    $l->query('SELECT 1');
    $l->commit();
    $l->autocommit(false);
    $l->rollback();
    $l->set_charset('latin1');
};
$scenes[] = static function (mysqli $l): void {
    file_put_contents('rows.csv', "1,one\n2,two\n3,three\n");
    $l->query('CREATE TEMPORARY TABLE t (i INT, v VARCHAR(10))');
    $l->query("LOAD DATA LOCAL INFILE 'rows.csv' INTO TABLE t FIELDS TERMINATED BY ','");
    $l->query("LOAD DATA LOCAL INFILE 'missing.csv' INTO TABLE t");
    read_all($l->query('SELECT * FROM t'));
};
$scenes[] = static function (mysqli $l): void {
    $r = $l->query("SELECT REPEAT('a', 300) UNION SELECT REPEAT('b', 2000) UNION SELECT 'c'", MYSQLI_USE_RESULT);
    $r->fetch_row();
    $r->free();
    $l->query("SELECT REPEAT('a', 70000), 1", MYSQLI_USE_RESULT)->fetch_row();
};
$scenes[] = static function (mysqli $l): void {
    foreach (Mynd\pipeline($l, ['SELECT 1', 'SELECT 2, 3', 'SELECT nothing', ['SELECT ?', [4]], 'DO 0']) as $result) {
    }
};
$scenes[] = static function (mysqli $l): void {
    $l->query('CREATE TEMPORARY TABLE t (i INT, v VARCHAR(10))');
    Mynd\execute_many($l, 'INSERT INTO t VALUES (?, ?)', [[1, 'a'], [2, null], [3, 'ccc']]);
    read_all($l->query('SELECT COUNT(*) FROM t'));
};
$scenes[] = static function (mysqli $l): void {
    global $user, $password, $database;
    $l->query('SET @a = 1');
    $l->change_user($user, $password, $database);
    read_all($l->query('SELECT @a'));
    $l->change_user('nobody', 'wrong', '');
};
$scenes[] = static function (mysqli $l): void {
    $l->query('SELECT SLEEP(0.01)', MYSQLI_ASYNC);
    read_all($l->reap_async_query());
    $l->kill($l->thread_id);
    $l->query('SELECT 1');
};
$scenes[] = static function (mysqli $l): void {
    $l->query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'");
    $l->query("SET SESSION time_zone = '+01:00'");
    read_all($l->query("EXPLAIN SELECT * FROM (SELECT 1 AS a UNION SELECT 2) AS t WHERE a > 1"));
    read_all($l->query('SHOW WARNINGS'));
    read_all($l->query('SELECT TABLE_NAME FROM information_schema.TABLES LIMIT 1'));
};

foreach ($scenes as $scene) {
    foreach ([[0, false], [MYSQLI_CLIENT_COMPRESS, false]] as [$flags, $tls]) {
        try {
            $link = connect($flags, $tls);
            $scene($link);
            $link->close();
        } catch (Throwable $error) {
            fwrite(STDERR, $error->getMessage() . "\n");
        }
        unset($link);
    }
}

// Logins: each method, the right password and a wrong one, with TLS and without.
$link = connect();
foreach (['mysql_native_password', 'caching_sha2_password', 'sha256_password'] as $method) {
    $as = "fuzz_$method";
    if ($link->query("CREATE USER $as IDENTIFIED WITH $method BY 'secret'")
        || $link->query("CREATE USER $as IDENTIFIED VIA $method USING PASSWORD('secret')")) {
        $users[$as] = 'secret';
    }
}
$link->close();
foreach (['ED25519', 'PARSEC'] as $method) {
    $as = getenv("MYND_TEST_USER_$method");
    if ($as !== false) {
        $users[$as] = $password;
    }
}
foreach ($users ?? [] as $as => $with) {
    foreach ([[false, $with], [true, $with], [false, 'wrong'], [true, '']] as [$tls, $tried]) {
        connect(0, $tls, $as, $tried)->close();
    }
}

// PDO, with statements of its own and of the server.
foreach ([true, false] as $emulated) {
    $pdo = new PDO("mysql:unix_socket=$socket;dbname=$database", $user, $password, [PDO::ATTR_EMULATE_PREPARES => $emulated]);
    $s = $pdo->prepare('SELECT :a AS a, :b AS b, CURRENT_DATE AS c');
    $s->execute(['a' => 1, 'b' => null]);
    $s->fetchAll();
    unset($s, $pdo);
}
