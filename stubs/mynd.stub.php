<?php

/**
 * @generate-class-entries
 * @generate-function-entries
 */

namespace Mynd;

/**
 * What the driver has counted beside mysqlnd's statistics: calls, bytes and waits of the network, as
 * integers. Without a connection they are those of all connections of this process's thread, closed ones too.
 *
 * @return array<string, int|float>
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function stats(?object $connection = null): array {}

/**
 * The last loss of the connection, time-out or broken packet, with its cause; null if there was none.
 * "may_have_run" is about the command that failed last: false if the server cannot have run it, for it has
 * not got all of it.
 *
 * @return array<string, int|string|bool>|null
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function last_failure(object $connection): ?array {}

/**
 * The connection pools that this process (its thread, where there are several) has, those used last
 * first. The numbers are counted since the process started; `idle` and `live` are of this moment. Passwords,
 * init commands and paths of keys are not told.
 *
 * @return list<array{key: array<string, mixed>, idle: int, live: int, made: int, reused: int, reset: int,
 * found_dead: int, closed: array<string, int>}>
 * @since 0.1.0
 */
function pools(): array {}


/**
 * What a command without a result set has done. The numbers are strings only where they do not fit an
 * integer.
 *
 * @strict-properties
 * @not-serializable
 */
final class Done
{
    public readonly int|string $affected_rows;
    public readonly int|string $insert_id;
    public readonly int $warnings;
    public readonly ?string $info;

    private function __construct() {}
}

/**
 * What runs the Generators of this namespace. Of no use to a program.
 *
 * @strict-properties
 * @not-serializable
 */
final class Steps
{
    private function __construct() {}
}

/**
 * Runs commands, many under way at once, and yields their outcomes in order, each under its command's key: a
 * mysqli_result, a Done, or a mysqli_sql_exception (which is not thrown). A command is a text, or [text, list
 * of values], which is prepared once and run as mysqli_stmt::execute() would. A procedure that has several
 * results yields each under the same key.
 *
 * Commands are asked for as they are needed: memory does not grow with their number. What the iterable throws
 * is thrown when the outcomes before it have been yielded. A Generator that is let go before its end leaves
 * the connection usable; what was sent runs.
 *
 * @since 0.1.0
 * @throws \TypeError|\ValueError for a command that is none, or has another number of values than parameters,
 * when the Generator comes to it
 * @throws \mysqli_sql_exception|\Error if other commands are under way on the connection (2014), or it is
 * closed
 * @phpstan-param iterable<array-key, string|array{string, list<mixed>}> $commands
 * @phpstan-return \Generator<array-key, \mysqli_result|Done|\mysqli_sql_exception, mixed, void>
 */
function pipeline(\mysqli $connection, iterable $commands): \Generator {}

/**
 * Runs a prepared statement without waiting for its reply: true when the command is sent. It may be run again
 * at once, and other commands may be sent on its connection, too; a statement's replies are taken in order,
 * with reap(). Parameters are as for mysqli_stmt::execute(). There is no cursor.
 *
 * @since 0.1.0
 * @throws \ValueError for parameters that are no list, or another number of them than the statement has
 * @throws \mysqli_sql_exception|\Error by the report mode if it cannot be sent; for a statement that is not
 * prepared
 * @phpstan-param list<mixed>|null $params
 */
function execute_async(\mysqli_stmt $stmt, ?array $params = null): bool {}

/**
 * Takes the next outstanding reply of a connection (as mysqli::reap_async_query() does) or a statement, and
 * waits for it: a result, true if there is none, false or an exception on failure, by the report mode. A
 * statement's result is a buffered one, as of get_result(); affected_rows, insert_id and the like are the
 * statement's as after execute().
 *
 * @since 0.1.0
 * @throws \ValueError|\Error if there is no outstanding reply, or the object is closed
 * @throws \mysqli_sql_exception|\PDOException for a command that has failed, by the report mode or the error
 * mode
 */
function reap(\mysqli|\mysqli_stmt|\PDOStatement $pending): \mysqli_result|bool {}

/**
 * Yields connections and statements, each of which has an outstanding reply, under their keys, in the order
 * in which the replies come. Whoever takes the reply at once (reap(), mysqli::reap_async_query()) and has
 * another one outstanding then, or sends a new query, gets the same object again; one whose reply is not
 * taken does not come again. A lost connection comes, too: taking its reply tells.
 *
 * After `timeout` seconds, counted from the call, it ends, whatever has not come. null waits as long as it
 * takes.
 *
 * @since 0.1.0
 * @throws \ValueError for an element that has no outstanding reply, and for a time below zero
 * @template K of array-key
 * @template L of \mysqli|\mysqli_stmt|\PDOStatement
 * @phpstan-param iterable<K, L> $pending
 * @phpstan-return \Generator<K, L, mixed, void>
 */
function as_completed(iterable $pending, ?float $timeout = null): \Generator {}

/**
 * What can stand in place of a value in the rows of execute_many(), where they run in bulk: INSERT, REPLACE,
 * UPDATE and DELETE on MariaDB.
 */
enum Marker
{
    /** The column's default value. */
    case Default;
    /** In an UPDATE: the column stays as it is. In an INSERT: as Default. */
    case Ignore;
}

/**
 * Which row of execute_many() has failed: the previous exception of the error that it throws. Its message
 * says it in words.
 *
 * @strict-properties
 * @not-serializable
 */
final class FailedRow extends \RuntimeException
{
    /** The row's key in what the program gave. */
    public readonly mixed $key;
    /** The row's number, from 0. */
    public readonly int $number;
    /** 1; or it is not known which one it was: this row is the first of so many, and one of them it was. */
    public readonly int $count;
    /** How many rows had been sent in all: those after the failed one, up to here, may have run. */
    public readonly int $sent;

    private function __construct() {}
}

/**
 * Runs a statement once for each row: a list of as many values as it has parameters; of a PDO object also an
 * array of values by the names of the placeholders, with the colon or without. Answers how many rows of the
 * database were affected in all; what the statement returns is dropped. Memory does not grow with the number
 * of rows.
 *
 * Values go as texts, as those of mysqli_stmt::execute($values) do; false is 0, and a float has all its
 * digits. The rows before one that is no such list, or at which the iterable throws, have run. While rows are
 * asked for the connection is in use: its commands may be refused (2014).
 *
 * A mysqli_sql_exception (of a PDO object a PDOException, whatever its error mode is) tells of the first row
 * that failed, its previous one (Mynd\FailedRow) which that was. MariaDB takes many rows in one command, and
 * none is sent after one that failed. Elsewhere each row is an execute of its own, with up to 511 others
 * after it, which may have run when one fails. Nothing is undone here: that is what transactions are for.
 *
 * @since 0.1.0
 * @throws \mysqli_sql_exception|\PDOException
 * @throws \TypeError|\ValueError for a row that is none, a marker where there is no bulk execution
 * @phpstan-param iterable<array-key, array<array-key, mixed>> $rows
 */
function execute_many(\mysqli|\PDO $connection, string $sql, iterable $rows): int {}

/**
 * A buffered result as bytes: its columns and rows as they came over the wire, and the number of warnings.
 * They can be kept anywhere; replay() makes a result of them, in this version of the format. The result is
 * left as it is, its position too. The bytes are not meant to be looked into.
 *
 * @since 0.1.0
 * @throws \Error for a result that is still being read (MYSQLI_USE_RESULT, a cursor), or broke off, or is
 * closed
 */
function capture(\mysqli_result $result): string {}

/**
 * A buffered result of the bytes that capture() returned: the same rows, columns and settings, at the first
 * row, without a connection. Bytes may come from anywhere: they are checked as a server's are. The result
 * holds on to them instead of copying them.
 *
 * @since 0.1.0
 * @throws \ValueError if they are no result that was captured, or one of another version
 */
function replay(string $bytes): \mysqli_result {}
/**
 * What a waiter is asked to wait for: that bytes can be read.
 *
 * @var int
 * @cvalue MYND_READABLE
 */
const READ = UNKNOWN;

/**
 * That bytes can be written.
 *
 * @var int
 * @cvalue MYND_WRITABLE
 */
const WRITE = UNKNOWN;

/**
 * Installs what is called wherever the driver would sleep: fn(resource $stream, int $events, ?float
 * $timeout): ?bool. It comes back when the stream is ready for one of $events (READ, WRITE, or both), with
 * true; or after $timeout seconds (null: no limit), with false; or at once, with null, which means that the
 * driver shall block as ever. Meanwhile it may suspend the Fiber that it is called in. What it throws ends
 * the wait: the connection is closed, and the exception goes to the caller.
 *
 * It is called in fibers alone, or with `everywhere` wherever code may be suspended, for coroutines of other
 * engines. It is never called while a Fiber is destroyed, where the engine does not allow switching fibers
 * (up to PHP 8.3: in destructors), nor after the request's end; there the driver blocks. A stream is good
 * until its wait is over, that of a connection until the connection is closed; nothing can be read from it.
 *
 * @return callable|null the one before
 * @since 0.1.0
 */
function await_with(?callable $waiter, bool $everywhere = false): ?callable {}

/**
 * The stream of a connection, or a statement's connection: for stream_select() and event loops, to wait for.
 * It is readable when bytes of a reply have come that were not read yet; what was read already no stream
 * tells, so ask mysqli_poll() first, without waiting. It cannot be read from, and is closed when the
 * connection is.
 *
 * @param \mysqli|\mysqli_stmt $connection
 * @return resource
 * @since 0.1.0
 * @throws \Error if there is no connection
 */
function stream(object $connection) {}

/**
 * A filter that was registered with filter(). To let go of it changes nothing.
 *
 * @strict-properties
 * @not-serializable
 */
final class Filter
{
    private function __construct() {}

    /**
     * Connections that connect from now on are without it; those that have it keep it. False if it was
     * removed before, or the request it was registered in is over.
     */
    public function remove(): bool {}
}

/**
 * Puts a PHP stream filter, built in or a php_user_filter, between the driver and the socket of every
 * connection that connects afterwards, until the request ends or it is removed. Each connection gets filters
 * of its own. A read filter sees what comes from the server after decryption and before decompression; a
 * write filter what goes to it after compression and before encryption. Filters are layers: the one
 * registered first is next to the driver.
 *
 * `direction` is STREAM_FILTER_READ (1), STREAM_FILTER_WRITE (2) or both (3).
 *
 * @since 0.1.0
 * @throws \ValueError if there is no filter of that name, or no such direction
 */
function filter(string $name, mixed $params = null, int $direction = STREAM_FILTER_READ | STREAM_FILTER_WRITE): Filter {}

/**
 * What a command that passes the interceptors is about, see intercept(). What it may be answered with stands
 * beside it.
 */
enum Kind
{
    /** A text. Reply::result() with rows of text, done(), failed(), later(). */
    case Query;
    /** A text is prepared. Reply::failed(). */
    case Prepare;
    /**
     * A prepared statement is run, or a text with values (execute_query(), where nothing is prepared yet).
     * Reply::result() with rows of a prepared statement, done(), failed(), later().
     */
    case Execute;
    /** Rows of execute_many() that go together. Reply::done(), failed(), later(). */
    case BulkExecute;
    /** A connection is made, or taken from its pool. Reply::failed(). */
    case Connect;
    /** Reply::done() (nothing is changed then), failed(); so are those below. */
    case ChangeDatabase;
    case ChangeUser;
    case SetCharset;
    case Ping;
    case Kill;
    case Refresh;
    /** Reply::done(): its info is the answer. */
    case Statistics;
    case Debug;
    case SetOption;
}

/**
 * Registers an interceptor: fn(Command $command, callable $next): Reply is called for each command of every
 * connection of mysqli and PDO, from now to the end of the request. The one registered first is the
 * outermost: its $next($command) calls the next one, and the last one's sends the command. Instead of calling
 * $next an interceptor may answer by itself (Reply::result(), done(), failed(), later()); what it throws goes
 * to the caller of the command.
 *
 * While an interceptor runs its connection can be used through $next alone, and commands that it runs on
 * other connections do not come to it again. The driver's own commands (reset of persistent connections, init
 * commands, KILL of cancel()) do not come to it, nor does what belongs to a statement that runs already (long
 * data, fetches from a cursor, reset, close).
 *
 * @since 0.1.0
 */
function intercept(callable $interceptor): Interception {}

/**
 * An interceptor that was registered with intercept(). To let go of it changes nothing.
 *
 * @strict-properties
 * @not-serializable
 */
final class Interception
{
    private function __construct() {}

    /**
     * It is called no more, not even for commands that are on their way to it. False if it was removed
     * before.
     */
    public function remove(): bool {}
}

/**
 * A command on its way to the server. It does not change: with...() answer a changed copy, for $next.
 *
 * @strict-properties
 * @not-serializable
 */
final class Command
{
    public readonly Kind $kind;
    /** Of Query, Prepare, Execute and BulkExecute. */
    public readonly ?string $sql;
    /**
     * Of Execute: the values as they are sent (those of execute($values) are texts); null where a value was
     * sent as long data.
     *
     * @phpstan-var list<mixed>|null
     */
    public readonly ?array $params;
    public readonly string $host;
    public readonly int $port;
    /** The path of a unix socket; null: TCP. */
    public readonly ?string $socket;
    public readonly string $user;
    /**
     * The default database, as the server has told; null: none, or it is not certain: the server tells on
     * connections that were connected when there were interceptors, and persistent ones. Of Connect,
     * ChangeDatabase and ChangeUser the one that is asked for, as is the user.
     */
    public readonly ?string $database;
    /** null: the server's. Of SetCharset: the one that is asked for. */
    public readonly ?string $charset;
    /** "mysqli" or "pdo_mysql". */
    public readonly string $face;
    /** The connection's number on the server; 0: it is not connected. */
    public readonly int $thread_id;
    /** One is open, as far as the server has told, or would be with the next statement: autocommit is off. */
    public readonly bool $in_transaction;
    /** The reply is taken later: $next answers a pending one. */
    public readonly bool $async;
    /**
     * The session's number among those of this thread: another one with each connect, each use of a
     * persistent connection, each change of user. Of Connect and ChangeUser, where it is first read after
     * $next: that of the session which has begun.
     */
    public readonly int $session;
    /**
     * The texts that run first in the connection's sessions, of which interceptors are not told.
     *
     * @phpstan-var list<string>
     */
    public readonly array $init_commands;

    private function __construct() {}

    /**
     * Query, Prepare, and the Execute of execute_query().
     *
     * @throws \ValueError for another kind, an empty text, and the execute of a statement that is prepared
     * already
     */
    public function withSql(string $sql): Command {}

    /**
     * Execute: a list of as many values as there are parameters: null, bool, int, float, string.
     *
     * @throws \ValueError|\TypeError
     * @phpstan-param list<null|bool|int|float|string> $params
     */
    public function withParams(array $params): Command {}

    /**
     * Connect, ChangeDatabase, ChangeUser. null: none.
     *
     * @throws \ValueError for another kind, and ChangeDatabase to none
     */
    public function withDatabase(?string $database): Command {}

    /**
     * Connect. As with mysqli: the socket counts for the host "localhost" alone, the port for all others; 0:
     * 3306.
     *
     * @throws \ValueError for another kind
     */
    public function withAddress(string $host, int $port = 0, ?string $socket = null): Command {}

    /**
     * Connect, ChangeUser.
     *
     * @throws \ValueError for another kind
     */
    public function withUser(string $user, #[\SensitiveParameter] ?string $password = null): Command {}

    /** What an interceptor before has left with withAttribute(). */
    public function attribute(string $name, mixed $default = null): mixed {}

    public function withAttribute(string $name, mixed $value): Command {}

    /**
     * MySQL's query attributes: goes along with a Query or an Execute, for mysql_query_attribute_string() and
     * whatever else asks for it on the server. Nothing on MariaDB, before MySQL 8.0.26, in commands of other
     * kinds, and on connections that were connected before the request's first interceptor was registered.
     *
     * @throws \ValueError for an empty name, and if there are 1,000 already
     */
    public function withQueryAttribute(string $name, string|int|float|null $value): Command {}
}

/**
 * What $next($command) is. Of no use to a program but to be called.
 *
 * @strict-properties
 * @not-serializable
 */
final class Next
{
    private function __construct() {}

    /**
     * @throws \Error if the command is another's, or over
     */
    public function __invoke(Command $command): Reply {}
}

/**
 * What became of a command. A query that fails is a Reply with errno; the program gets the error by its own
 * report mode.
 *
 * @strict-properties
 * @not-serializable
 */
final class Reply
{
    /** It has not come: the properties below are known to then(). */
    public readonly bool $pending;
    public readonly int $errno;
    public readonly string $error;
    public readonly string $sqlstate;
    /** -1 for a result set and for an error. A string where it does not fit an integer. */
    public readonly int|string $affected_rows;
    public readonly int|string $insert_id;
    /** Those of a result set are known when its rows have been read, as by capture(). */
    public readonly int $warnings;
    public readonly ?string $info;
    /** Of the (first) result set; 0: there is none. */
    public readonly int $field_count;
    public readonly bool $more_results;

    private function __construct() {}

    /**
     * An answer with rows: bytes of capture(), or a buffered result, of whatever connection.
     *
     * @throws \ValueError|\Error as replay() and capture() do
     */
    public static function result(\mysqli_result|string $rows): Reply {}

    /** An answer without rows. Numbers in strings are for those that do not fit an integer. */
    public static function done(int|string $affected_rows = 0, int|string $insert_id = 0, int $warnings = 0, ?string $info = null): Reply {}

    /**
     * An answer that is an error of the server's.
     *
     * @throws \ValueError if there is no such number (1 to 65535) or no such state (five letters and digits)
     */
    public static function failed(int $errno, string $error, string $sqlstate = 'HY000'): Reply {}

    /**
     * An answer that is made when the program takes it: fn(): Reply, which is none of $next's. What it throws
     * goes to whoever takes the reply.
     */
    public static function later(callable $answer): Reply {}

    /**
     * Calls fn(Reply $reply): void, at once if the reply is there, else when the program takes it. One that
     * nobody takes is not told of. Answers itself.
     */
    public function then(callable $told): Reply {}

    /**
     * The rows of the result set as capture() of mysqli gives them, without taking them from the program; an
     * unbuffered one is buffered by this. null: there are none, or more results follow, or they are gone.
     */
    public function capture(): ?string {}
}

/**
 * Stops the command that runs on the connection, from outside: KILL QUERY over a second connection, which is
 * made for it with the same address, user, password and options of TLS. The connection stays usable; the
 * command's reply is then an error, 1317, or its result if it was too late. To be called where the reply is
 * outstanding (MYSQLI_ASYNC), or from another fiber while one waits for it.
 *
 * Through a proxy that spreads connections over several servers the second one may reach another server: use
 * neither this nor deadline() there.
 *
 * @param \mysqli|\mysqli_stmt $connection
 * @return bool true: the server was told. false: nothing runs on the connection, or the server could not be
 * told, which is reported as failures of mysqli are
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection or statement of mynd, or is closed
 */
function cancel(object $connection): bool {}

/**
 * From now on every command of the connection ends within so many seconds, counted from this call: a little
 * before that (a tenth of the time, 0.2 seconds at least, and four times what the login took, but never more
 * than half of it) what runs is cancelled, as by cancel(), which the server answers with 1317, and the
 * connection stays usable. A server that does not answer in time costs the connection: 2006, and the cause in
 * last_failure() is "timed out". Commands that would begin later are 1317 and are not sent. 0 or null removes
 * the deadline; so does the close of the connection, or its return to the pool.
 *
 * What waits for replies without taking them (mysqli_poll(), as_completed()) has time limits of its own.
 *
 * @param \mysqli|\mysqli_stmt $connection
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection or statement of mynd, or is closed
 * @throws \ValueError for a time below zero
 */
function deadline(object $connection, ?float $seconds): void {}
