<?php

/**
 * @generate-class-entries
 * @generate-function-entries
 */

namespace Mynd;

/**
 * What the driver has counted beside mysqlnd's statistics: calls, bytes and waits of the network, as
 * integers. Without a connection: the sums of all connections of this process, including those that are
 * closed. With threads: of this thread's connections, and of all that are closed, whichever thread had them.
 *
 * @return array<string, int|float>
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function stats(?object $connection = null): array {}

/**
 * The extensions that mynd provides in this process under the names of stock's: of mysqlnd, mysqli and
 * pdo_mysql those whose name no other module had. Where one is missing, PHP's own module serves it, or nobody
 * does.
 *
 * @return list<string>
 * @since 0.3.0
 */
function provided(): array {}

/**
 * The last time that the connection was lost, timed out, or received a broken packet, with the cause; null if
 * that has not happened. "may_have_run" concerns the command that failed last: it is false if the server has
 * not received all of the command, and so cannot have run it.
 *
 * @return array<string, int|string|bool>|null
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function last_failure(object $connection): ?array {}

/**
 * The connection pools of this process (with threads: of this thread); the pool used last comes first. Counts
 * begin with the process; `idle` and `live` are current numbers. Keys are shown without passwords, init
 * commands and paths of key files. Those from `prologues_learned` on count for mynd.round_trips=fewer. With
 * mynd.shared_pool `handed_over` and `taken_over` count the connections that went to other processes and came
 * from them, and `shared` is how many wait for a taker now, those of all keys together.
 *
 * @return list<array{key: array<string, mixed>, idle: int, live: int, made: int, reused: int, reset: int,
 * asked: int, found_dead: int, logins_renewed: int, handed_over: int, taken_over: int, shared: int,
 * prologues_learned: int, answered_ahead: int, wrong_predictions: int, changes_of_user: int,
 * closed: array<string, int>}>
 * @since 0.1.0
 */
function pools(): array {}

/**
 * The scoreboard: numbers of all workers, which they write into the file of mynd.scoreboard; or those of
 * another file that this process may read. `total` has the sums of all workers there were, `workers` those
 * that live: their connections now, what each has waited for since more than some milliseconds (a digest,
 * never a literal), and their own sums. `reply_times` counts replies by their most seconds, each number with
 * those before it. Without a file and without the setting the array is empty. docs/scoreboard.md says what
 * each number means.
 *
 * @return array{}|array{made: int, slots: int, without_slot: int, total: array<string, mixed>,
 * workers: list<array<string, mixed>>}
 * @since 0.3.0
 * @throws \RuntimeException for a file that cannot be read, or is no scoreboard
 */
function scoreboard(?string $file = null): array {}

/**
 * Who asks what: this request's commands, where mynd.request_report is on; else the array is empty. Those of
 * one kind that were given in one place are one entry: the same text but for its literals (`digest`), and the
 * same line of the program (`file`, `line`, `function`; files that mynd.callers_skipped names are passed
 * over). `seconds` counts from when a command was sent until its reply had ended, `wait_seconds` of these the
 * time asleep until bytes came; the rest is the reading, and with an unbuffered result the program's own
 * time. Entries come by their seconds, most first. `repeated` are those that ran more than $more_than times.
 * What has no text is `(connect)`, or `(a command without text)`, as a ping. A prepare counts where it was
 * asked for, with its round trip, and 0 times. Resets of persistent connections are in no entry.
 *
 * @return array{}|array{total: array<string, int|float>, commands: list<array<string, mixed>>,
 * repeated: list<array<string, mixed>>}
 * @since 0.3.0
 * @throws \ValueError if $more_than is negative
 */
function request_report(int $more_than = 10): array {}

/**
 * Says that a request begins, in a worker that serves many requests in one run of a PHP script (FrankenPHP's
 * worker mode, RoadRunner, Laravel Octane, Symfony Runtime). Hands the persistent connections back that the
 * request before has left open, as at the end of a request of PHP's: objects that had them are left as after
 * a loss, so that each command is error 2006. A connection on which a call waits, in another fiber, and
 * ordinary connections stay as they are. Closes idle connections that are too old. If
 * mynd.prepend_interceptors has run, its interceptors are removed and the file runs again, so it reads the
 * trace anew.
 *
 * @return array<string, int|float> what stats() names, counted in this process (with threads: in this thread)
 * since the last call of this function, the first time since it began
 * @since 0.1.0
 * @throws \Error by the file of mynd.prepend_interceptors, if that cannot be opened any more, and after the
 * end of the request; besides, whatever the file throws
 */
function request_begins(): array {}


/**
 * The outcome of a command without a result set. Numbers that do not fit an integer are strings.
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
 * The outcome of a command of pipeline() that has certainly not run, because with stop_on_error nothing runs
 * behind the first error.
 *
 * @strict-properties
 * @not-serializable
 */
final class NotRun
{
    /** The command was on its way when the connection was lost, and the server cannot have had all of it. */
    public readonly bool $sent;

    private function __construct() {}
}

/**
 * Runs the Generators of this namespace. Programs cannot use it.
 *
 * @strict-properties
 * @not-serializable
 */
final class Steps
{
    private function __construct() {}
}

/**
 * Runs commands, many of which are under way at once, and yields their outcomes in order, each under the key
 * of its command: a mysqli_result, a Done, or a mysqli_sql_exception (which is not thrown). A command is a
 * text, or [text, list of values], which is prepared once and run as mysqli_stmt::execute() would run it. If
 * a procedure has several results, each is yielded under the same key.
 *
 * With a PDO object (since 0.3.0) an outcome is a PDOStatement with the rows, which cannot be executed, a
 * Done, or a PDOException, whatever the error mode is. Values may be given by name, as in execute_many().
 *
 * Commands are taken from the iterable as they are needed, so memory does not grow with their number. Before
 * it is asked for one, what was taken is on its way, and outcomes that have come were yielded. If it gives
 * null (since 0.3.0), it is asked again when the program has got the next outcome. With mynd.source_fibers
 * (since 0.3.0) outcomes also come while the iterable is suspended in a fiber. An exception of the
 * iterable is thrown when all outcomes before it have been yielded. If the program drops the Generator before
 * its end, the connection stays usable, and commands that were sent still run.
 *
 * With stop_on_error (since 0.3.0) nothing is sent behind the first error: the Generator ends when the
 * outcomes of what was taken have been yielded. What has not run is a NotRun. Nothing of a transaction runs
 * outside of it, also if the error has ended it. That costs: in a transaction each command waits for the one
 * before it. Only SELECT, INSERT, REPLACE, UPDATE and DELETE outside of one, with autocommit, are sent many
 * at once; those that are on their way when one of them fails do run.
 *
 * @since 0.1.0
 * @throws \TypeError|\ValueError for a malformed command, or one with another number of values than
 * parameters, when the Generator comes to it
 * @throws \mysqli_sql_exception|\Error if other commands are under way on the connection (2014), or it is
 * closed
 * @phpstan-param iterable<array-key, string|array{string, array<array-key, mixed>}|null> $commands
 * @phpstan-return ($connection is \PDO ?
 * \Generator<array-key, \PDOStatement|Done|NotRun|\PDOException, mixed, void> :
 * \Generator<array-key, \mysqli_result|Done|NotRun|\mysqli_sql_exception, mixed, void>)
 */
function pipeline(\mysqli|\PDO $connection, iterable $commands, bool $stop_on_error = false): \Generator {}

/**
 * Sends the execute of a prepared statement without waiting for its reply, and returns true when it is sent.
 * The statement may be run again at once, and other commands may be sent on its connection. reap() takes the
 * statement's replies in order. Parameters are as for mysqli_stmt::execute(). There is no cursor.
 *
 * @since 0.1.0
 * @throws \ValueError for parameters that are not a list, or another number of them than the statement has
 * @throws \mysqli_sql_exception|\Error by the report mode if it cannot be sent; for a statement that is not
 * prepared
 * @phpstan-param list<mixed>|null $params
 */
function execute_async(\mysqli_stmt $stmt, ?array $params = null): bool {}

/**
 * Takes the next outstanding reply of a connection (as mysqli::reap_async_query() does) or of a statement,
 * and waits for it. Returns a result, or true if there is no result set; a failure is false or an exception,
 * by the report mode. The result of a statement is buffered, as get_result() returns it. affected_rows,
 * insert_id and the other properties of the statement are as after execute().
 *
 * Of a PDO object (since 0.3.0) it takes the reply of the asynchronous statement that waits longest, and
 * returns that statement, or true if its object is gone.
 *
 * @since 0.1.0
 * @throws \ValueError|\Error if there is no outstanding reply, or the object is closed
 * @throws \mysqli_sql_exception|\PDOException for a command that has failed, by the report mode or the error
 * mode
 */
function reap(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $pending): \mysqli_result|\PDOStatement|bool {}

/**
 * Yields connections and statements with outstanding replies, each under its key, in the order in which the
 * replies come. If the program takes the reply at once (reap(), mysqli::reap_async_query()) and another reply
 * is outstanding then, or if it sends a new query, the same object comes again. If it does not take the
 * reply, the object does not come again. A lost connection comes as well; taking its reply then fails. A PDO
 * object (since 0.3.0) stands for all of its asynchronous statements that wait.
 *
 * It ends `timeout` seconds after the call, even if replies have not come. With null there is no limit.
 *
 * @since 0.1.0
 * @throws \ValueError for an element that has no outstanding reply, and for a time below zero
 * @template K of array-key
 * @template L of \mysqli|\mysqli_stmt|\PDO|\PDOStatement
 * @phpstan-param iterable<K, L> $pending
 * @phpstan-return \Generator<K, L, mixed, void>
 */
function as_completed(iterable $pending, ?float $timeout = null): \Generator {}

/**
 * Stands for a value in the rows of execute_many(), where rows run in bulk: INSERT, REPLACE, UPDATE and
 * DELETE on MariaDB.
 */
enum Marker
{
    /** The column's default value. */
    case Default;
    /** In an UPDATE: the column stays as it is. In an INSERT: as Default. */
    case Ignore;
}

/**
 * The row of execute_many() that has failed: the previous exception of the error that execute_many() throws.
 * The message says the same in words.
 *
 * @strict-properties
 * @not-serializable
 */
final class FailedRow extends \RuntimeException
{
    /** The row's key in the program's iterable. */
    public readonly mixed $key;
    /** The row's number, from 0. */
    public readonly int $number;
    /** 1: this row has failed. More than 1: one of so many rows has failed, of which this is the first. */
    public readonly int $count;
    /** How many rows were sent in all. Rows after the failed one, up to this number, may have run. */
    public readonly int $sent;

    private function __construct() {}
}

/**
 * Runs a statement once for each row. A row is a list of values, one for each parameter; with a PDO object it
 * may also be an array of values by the names of the placeholders, with or without the colon. Returns how
 * many rows of the database were affected in all. Results of the statement are dropped. Memory does not grow
 * with the number of rows.
 *
 * All values are sent as texts, as those of mysqli_stmt::execute($values) are; false is 0, and a float has
 * all its digits. If a row is malformed, or if the iterable throws, the rows before that have run. While the
 * program is asked for rows, the connection is in use: its commands may be refused (2014).
 *
 * A failure is a mysqli_sql_exception, or with a PDO object a PDOException whatever its error mode is. It
 * concerns the first row that failed, which its previous exception describes (Mynd\FailedRow). MariaDB takes
 * many rows in one command, and no row is sent after one that failed. In all other cases each row is an
 * execute of its own, and up to 511 rows after a failed one may have run. Nothing is undone: use a
 * transaction for that.
 *
 * @since 0.1.0
 * @throws \mysqli_sql_exception|\PDOException
 * @throws \TypeError|\ValueError for a malformed row, or a marker where rows do not run in bulk
 * @phpstan-param iterable<array-key, array<array-key, mixed>> $rows
 */
function execute_many(\mysqli|\PDO $connection, string $sql, iterable $rows): int {}

/**
 * Returns a buffered result as bytes: its columns and rows as the server sent them, and the number of
 * warnings. The bytes can be kept anywhere; replay() makes a result of them if it knows this version of the
 * format. The result does not change, nor does its position. Programs should not read the bytes themselves.
 *
 * @since 0.1.0
 * @throws \Error for a result that is still being read (MYSQLI_USE_RESULT, a cursor), or broke off, or is
 * closed
 */
function capture(\mysqli_result $result): string {}

/**
 * Makes a buffered result of the bytes that capture() returned: the same rows, columns and settings, at the
 * first row, without a connection. The bytes may come from anywhere, because they are checked like a
 * server's. The result refers to the bytes instead of copying them.
 *
 * @since 0.1.0
 * @throws \ValueError if they are no result that was captured, or one of another version
 */
function replay(string $bytes): \mysqli_result {}
/**
 * A waiter is to wait until bytes can be read.
 *
 * @var int
 * @cvalue MYND_READABLE
 */
const READ = UNKNOWN;

/**
 * A waiter is to wait until bytes can be written.
 *
 * @var int
 * @cvalue MYND_WRITABLE
 */
const WRITE = UNKNOWN;

/**
 * An option of mysqli::options(), for before the connect: 1: a session without state survives the loss of its
 * connection. 0: it does not. Without it mynd.reconnect decides.
 *
 * @var int
 * @cvalue MYND_OPT_RECONNECT
 */
const OPT_RECONNECT = UNKNOWN;

/**
 * Installs a function that is called wherever the driver would sleep: fn(resource $stream, int $events,
 * ?float $timeout): ?bool. It returns true when the stream is ready for one of $events (READ, WRITE, or
 * both), false after $timeout seconds (null: no limit), or null at once if the wait is none of its own. In
 * the meantime it may suspend the Fiber that it is called in. If it throws, the wait ends, the connection is
 * closed, and the caller gets the exception.
 *
 * Several can be installed. The one that was installed last is called first; where it returns null, the one
 * before it is called, and so on. If none is left, the driver blocks as usual. Installing one again removes
 * those that were installed after it. null removes all; remove_waiter() removes one. A Poller in the place of
 * the function has one stream for all waits.
 *
 * It is called in fibers only; with `everywhere` it is called wherever code may be suspended, for coroutines
 * of other engines. It is never called while a Fiber is destroyed, where the engine does not allow switching
 * fibers (up to PHP 8.3: in destructors), or after the end of the request; there the driver blocks. A stream
 * can be used until its wait is over, and the stream of a connection until the connection is closed. Nothing
 * can be read from it.
 *
 * @return Poller|callable|null the one that was installed last before
 * @since 0.1.0
 */
function await_with(Poller|callable|null $waiter, bool $everywhere = false): Poller|callable|null {}

/**
 * Removes a waiter that await_with() has installed, and leaves those of other libraries. Waits that it has
 * begun go on until it returns. False: it is not installed.
 *
 * @since 0.3.0
 */
function remove_waiter(Poller|callable $waiter): bool {}

/**
 * One stream for all waits, for event loops that watch few streams: stream_select() takes no descriptor above
 * 1,023, and looks at each of them. await_with() installs it like a function.
 *
 * Its own function, fn(int $wait): ?bool, gets the number of a wait, and suspends. When the stream becomes
 * readable, ready() says which waits are over, and the program resumes them: the function returns true or
 * false, as ready() has said. It may return null at once, or throw, as any waiter.
 *
 * Make it early in the program, so that its descriptor has a low number. As long as it lives, sockets of the
 * driver that would get a number from 512 to 1,023 move above them, if the limit of open files allows that:
 * then stream_select() cannot take a stream() of these. In a forked process it stands for the waits of that
 * process alone; those of the parent are over there, without being ready.
 *
 * @strict-properties
 * @not-serializable
 * @since 0.3.0
 */
final class Poller
{
    /**
     * @throws \Error if no descriptor is left
     * @phpstan-param callable(int): ?bool $waiter
     */
    public function __construct(callable $waiter) {}

    /**
     * It is readable when waits are over. Nothing can be read from it, and it is closed with the object.
     *
     * @return resource
     */
    public function stream() {}

    /**
     * The waits that are over, by their numbers, each of them once. true: what it waited for is ready. false:
     * its time has passed. Never waits.
     *
     * @return array<int, bool>
     */
    public function ready(): array {}
}

/**
 * Thrown by Mynd\Pool where all its connections are in use and none was given back in time, and where it is
 * closed. The message says how long the call has waited, and which place of the program has had a connection
 * for longest.
 *
 * @since 0.3.0
 */
class PoolExhausted extends \RuntimeException
{
}

/**
 * A pool of connections of mysqli or PDO: no more than a maximum at a time. In a fiber acquire() and use()
 * wait until one is given back, first come, first served, where Mynd\await_with() has a waiter. The function
 * $connect makes a connection, as a program does without a pool, and is called for each acquire(): its `new
 * PDO` or `new mysqli` then gets an idle connection of the pool, if there is one, in the state of a new one.
 * Connections are reset as persistent connections are: transactions, variables, locks and temporary tables
 * end when they are given back.
 *
 * @strict-properties
 * @not-serializable
 * @since 0.3.0
 * @template T of \mysqli|\PDO
 */
final class Pool
{
    /**
     * @param callable $connect makes a connection, and returns it: fn(): \mysqli|\PDO
     * @param int $maximum the most connections, in use and idle together
     * @param int $minimum so many are connected by the constructor, and stay however long they are idle
     * @param float $acquire_timeout how many seconds acquire() and use() wait in a fiber. 0: they do not wait
     * @param int $idle_timeout after how many idle seconds a connection is closed. 0: never
     * @param int $max_lifetime after how many seconds a connection is not used again; for each connection up
     * to a tenth less, at random. 0: no limit
     * @param int|null $check_after a connection that was idle for so many seconds is pinged before it is
     * given out, and replaced if it does not answer in five seconds, or in the time that acquire() has left.
     * Every connection is looked at before that, without a round trip. null: it is never pinged
     * @param int $login_lifetime a connection whose login is older than so many seconds logs in again before
     * it is given out, so that no user of it has rights that are older. 0: it always does
     * @throws \ValueError for a number that is too small, or a minimum above the maximum; besides, whatever
     * $connect throws
     * @phpstan-param callable(): T $connect
     */
    public function __construct(callable $connect, int $maximum = 10, int $minimum = 0, float $acquire_timeout = 30.0, int $idle_timeout = 600, int $max_lifetime = 1800, ?int $check_after = 30, int $login_lifetime = 60) {}

    /**
     * A connection, which the caller gives back with release(), or by letting go of the object.
     *
     * @param float|null $timeout how many seconds to wait. null: as the constructor says. 0: not at all
     * @throws PoolExhausted if none was given back in time, or the pool is closed
     * @throws \TypeError if $connect returns something else than a connection that it has made
     * @throws \ValueError for a time below zero; besides, whatever $connect throws
     * @phpstan-return T
     */
    public function acquire(?float $timeout = null): \mysqli|\PDO {}

    /**
     * Gives a connection back. The object is left as after a loss: each command is error 2006. Never waits.
     *
     * @throws \Error for a connection that is not the pool's, or was given back before
     * @phpstan-param T $connection
     */
    public function release(\mysqli|\PDO $connection): void {}

    /**
     * Calls a function with a connection, gives the connection back when the function returns or throws, and
     * returns what it returned.
     *
     * @param float|null $timeout as that of acquire()
     * @throws PoolExhausted if no connection was given back in time, or the pool is closed; besides, whatever
     * $work throws
     * @template R
     * @phpstan-param callable(T): R $work
     * @psalm-param callable(\mysqli): R|callable(\PDO): R $work
     * @phpstan-return R
     */
    public function use(callable $work, ?float $timeout = null): mixed {}

    /**
     * Closes idle connections now, and those in use when they are given back. Whoever waits, or comes later,
     * gets a PoolExhausted.
     */
    public function close(): void {}

    /**
     * The pool's limits, what there is now (`in_use`, with those that are being connected; `idle`; `waiting`
     * fibers), and what has been counted: connections that were given out (`acquired`), connected (`created`)
     * and `closed`; fibers that have waited (`waits`) and those of them that got none (`timeouts`), their
     * `wait_seconds` and the `longest_wait`. `longest_use`: for how many seconds the connection that is in
     * use for longest has been so.
     *
     * @return array{maximum: int, minimum: int, in_use: int, idle: int, waiting: int, acquired: int,
     * created: int, closed: int, waits: int, timeouts: int, wait_seconds: float, longest_wait: float,
     * longest_use: float}
     */
    public function numbers(): array {}
}

/**
 * The stream of a connection, or of a statement's connection, to wait for with stream_select() or an event
 * loop. It is readable when bytes of a reply have arrived that were not read yet. Bytes that the driver has
 * read already do not show there, so call mysqli_poll() first, without waiting. The stream cannot be read
 * from, and is closed with the connection.
 *
 * @return resource
 * @since 0.1.0
 * @throws \Error if there is no connection
 */
function stream(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $connection) {}

/**
 * Writes the packets of a connection from now on into a file, each as a line that people can read: when,
 * which way, its number, its length, and what it says: the text of a query, the status of a reply, its
 * columns, the first cells of a row. Passwords, keys, and values of texts that speak of such are never
 * written. What is compressed or inside TLS is written in clear. The file is made for its owner alone, or
 * continued if it is, up to mynd.wire_log_size bytes. The log ends with the connection (a persistent one:
 * when it goes back into its pool), with the next file, or with null. mynd.wire_log does the same for all
 * connections.
 *
 * @param \mysqli|\PDO $connection
 * @since 0.3.0
 * @throws \RuntimeException if the file cannot be written, or others may read it; if the connection is
 * closed, or a result is being read from it
 */
function wire_log(object $connection, ?string $file): void {}

/**
 * A filter that was registered with filter(). If the object is freed, the filter stays registered.
 *
 * @strict-properties
 * @not-serializable
 */
final class Filter
{
    private function __construct() {}

    /**
     * Connections that connect from now on do not get the filter; connections that have it keep it. Returns
     * false if it was removed before, or if the request in which it was registered is over.
     */
    public function remove(): bool {}
}

/**
 * Puts a PHP stream filter, either built in or a php_user_filter, between the driver and the socket of every
 * connection that connects later, until the request ends or the filter is removed. Each connection gets
 * filter objects of its own. A read filter sees the server's bytes after decryption and before decompression;
 * a write filter sees the driver's bytes after compression and before encryption. Filters are layers: the one
 * registered first is next to the driver.
 *
 * `direction` is STREAM_FILTER_READ (1), STREAM_FILTER_WRITE (2) or both (3).
 *
 * @since 0.1.0
 * @throws \ValueError if there is no filter of that name, or no such direction
 */
function filter(string $name, mixed $params = null, int $direction = STREAM_FILTER_READ | STREAM_FILTER_WRITE): Filter {}

/**
 * The kind of a command that passes through the interceptors, see intercept(). Each kind lists the replies
 * that may answer it.
 */
enum Kind
{
    /** A text. Reply::result() with rows of text, done(), failed(), later(). */
    case Query;
    /** A text is prepared. Reply::failed(). */
    case Prepare;
    /**
     * A prepared statement is run, or a text with values (execute_query(), if nothing is prepared yet).
     * Reply::result() with rows of a prepared statement, done(), failed(), later().
     */
    case Execute;
    /** Rows of execute_many() that are sent together. Reply::done(), failed(), later(). */
    case BulkExecute;
    /** A connection is made, or taken from its pool. Reply::failed(). */
    case Connect;
    /** Reply::done(), which changes nothing, and failed(); the same for all kinds below. */
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
 * Registers an interceptor: fn(Command $command, callable $next): Reply. It is called for each command of
 * every connection of mysqli and PDO, from now to the end of the request. The interceptor that was registered
 * first is the outermost one: its $next($command) calls the next interceptor, and the last one's $next sends
 * the command. Instead of calling $next, an interceptor may answer the command itself (Reply::result(),
 * done(), failed(), later()). If it throws, the caller of the command gets the exception.
 *
 * While an interceptor runs, its connection can be used through $next only. Commands that it runs on other
 * connections do not call it again. It is not called for the driver's own commands (reset of persistent
 * connections, init commands, KILL of cancel()), nor for the later commands of a statement that runs already
 * (long data, fetches from a cursor, reset, close).
 *
 * @since 0.1.0
 */
function intercept(callable $interceptor): Interception {}

/**
 * The numbers (Command::$session) of the sessions of this thread that interceptors were told of and that go
 * on: what an interceptor remembers of any other session is of no use any more.
 *
 * @return list<int>
 * @since 0.3.0
 */
function open_sessions(): array {}

/**
 * An interceptor that was registered with intercept(). If the object is freed, the interceptor stays
 * registered.
 *
 * @strict-properties
 * @not-serializable
 */
final class Interception
{
    private function __construct() {}

    /**
     * The interceptor is not called any more, not even for commands that are on their way to it. Returns
     * false if it was removed before.
     */
    public function remove(): bool {}
}

/**
 * A command on its way to the server. The object does not change: with...() returns a changed copy for $next.
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
     * Of Execute: the values as they are sent (those of execute($values) are texts). null stands for a value
     * that was sent as long data.
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
     * The default database, as reported by the server. null: there is none, or it is not certain, because
     * servers report it only on persistent connections and on those that connected after an interceptor was
     * registered. Of Connect, ChangeDatabase and ChangeUser: the database that the program asks for. The same
     * goes for the user.
     */
    public readonly ?string $database;
    /** null: the server's. Of SetCharset: the one that the program asks for. */
    public readonly ?string $charset;
    /** "mysqli" or "pdo_mysql". */
    public readonly string $face;
    /** The connection's number on the server; 0: it is not connected. */
    public readonly int $thread_id;
    /**
     * As far as the server has reported, a transaction is open, or the next statement opens one because
     * autocommit is off.
     */
    public readonly bool $in_transaction;
    /** The reply is taken later: $next returns a pending one. */
    public readonly bool $async;
    /**
     * The number of the session among those of this thread. Each connect, each use of a persistent connection
     * and each change of user begins another session. Of Connect and ChangeUser, if it is first read after
     * $next: the number of the session that has begun.
     */
    public readonly int $session;
    /**
     * The texts that run first in each session of the connection. Interceptors are not called for them.
     *
     * @phpstan-var list<string>
     */
    public readonly array $init_commands;
    /**
     * The server's version as it has told at the login, when this is first read; null: there is no
     * connection. "MariaDB" is in it where the server is one.
     */
    public readonly ?string $server;

    private function __construct() {}

    /**
     * For Query, Prepare, and the Execute of execute_query().
     *
     * @throws \ValueError for another kind, an empty text, and the execute of a statement that is prepared
     * already
     */
    public function withSql(string $sql): Command {}

    /**
     * For Execute: a list of values, one for each parameter: null, bool, int, float, string.
     *
     * @throws \ValueError|\TypeError
     * @phpstan-param list<null|bool|int|float|string> $params
     */
    public function withParams(array $params): Command {}

    /**
     * For Connect, ChangeDatabase, ChangeUser. null: no database.
     *
     * @throws \ValueError for another kind, and ChangeDatabase to none
     */
    public function withDatabase(?string $database): Command {}

    /**
     * For Connect. As with mysqli, the socket counts only for the host "localhost", the port for all other
     * hosts; 0 means 3306.
     *
     * @throws \ValueError for another kind
     */
    public function withAddress(string $host, int $port = 0, ?string $socket = null): Command {}

    /**
     * For Connect and ChangeUser.
     *
     * @throws \ValueError for another kind
     */
    public function withUser(string $user, #[\SensitiveParameter] ?string $password = null): Command {}

    /**
     * For Connect: `$next` then connects to nothing. The connection is open at once, without a socket of the
     * outside, a password or init commands; nothing of it is persistent. The server is said to be of the
     * version that is given here. Interceptors answer its commands. What they pass to `$next` all the same is
     * done as far as it concerns the driver alone (a prepare, the default database, the user, the character
     * set, a ping), and is error 1105 otherwise.
     *
     * @since 0.3.0
     * @throws \ValueError for another kind, and a version that is empty, has over 100 bytes or a NUL
     */
    public function withoutServer(string $version): Command {}

    /**
     * For Prepare on a connection without a server: the columns of what the statement will bring are those of
     * a captured result, such as Reply::capture() returns for a Prepare. On other connections it has no
     * effect.
     *
     * @since 0.3.0
     * @throws \ValueError for another kind, and as replay() does
     */
    public function withColumns(string $captured): Command {}

    /** The value that an earlier interceptor has given with withAttribute(). */
    public function attribute(string $name, mixed $default = null): mixed {}

    public function withAttribute(string $name, mixed $value): Command {}

    /**
     * Sends a query attribute of MySQL along with a Query or an Execute, for mysql_query_attribute_string()
     * and other code on the server that asks for it. It has no effect on MariaDB, before MySQL 8.0.26, in
     * commands of other kinds, and on connections that connected before the first interceptor of the request
     * was registered.
     *
     * @throws \ValueError for an empty name, and if there are 1,000 already
     */
    public function withQueryAttribute(string $name, string|int|float|null $value): Command {}
}

/**
 * The $next of an interceptor. Programs can only call it.
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
 * The outcome of a command. A query that fails has a Reply with errno; the program gets the error by its own
 * report mode.
 *
 * @strict-properties
 * @not-serializable
 */
final class Reply
{
    /** The reply has not come yet: only then() gets to know the properties below. */
    public readonly bool $pending;
    public readonly int $errno;
    public readonly string $error;
    public readonly string $sqlstate;
    /** -1 for a result set and for an error. A string if it does not fit an integer. */
    public readonly int|string $affected_rows;
    public readonly int|string $insert_id;
    /** Those of a result set are known when its rows have been read, for example by capture(). */
    public readonly int $warnings;
    /** Of Connect: the server's version. Of Statistics: the answer. */
    public readonly ?string $info;
    /** The number of columns of the (first) result set; 0: there is none. */
    public readonly int $field_count;
    public readonly bool $more_results;
    /**
     * What the server last said of its session, as the protocol's bits (SERVER_STATUS_IN_TRANS is 1,
     * SERVER_STATUS_AUTOCOMMIT is 2). That of a result set is certain when its rows have been read.
     *
     * @since 0.3.0
     */
    public readonly int $status;

    private function __construct() {}

    /**
     * An answer with rows: the bytes of capture(), or a buffered result of any connection.
     *
     * @throws \ValueError|\Error as replay() and capture() do
     */
    public static function result(\mysqli_result|string $rows): Reply {}

    /** An answer without rows. Numbers that do not fit an integer are given as strings. */
    public static function done(int|string $affected_rows = 0, int|string $insert_id = 0, int $warnings = 0, ?string $info = null): Reply {}

    /**
     * An answer that is an error, as if the server had sent it.
     *
     * @throws \ValueError if there is no such number (1 to 65535) or no such state (five letters and digits)
     */
    public static function failed(int $errno, string $error, string $sqlstate = 'HY000'): Reply {}

    /**
     * A copy of an answer, of result(), done() or failed(). On a connection without a server
     * (Command::withoutServer()) the session's status is this from then on, so that PDO::inTransaction() and
     * the escaping of texts go by it. On other connections it has no effect.
     *
     * @since 0.3.0
     * @throws \ValueError for a status that is not between 0 and 65535, and a reply that is no such answer
     */
    public function withStatus(int $status): Reply {}

    /**
     * An answer that is made when the program takes it: fn(): Reply, which must return an answer and not a
     * reply of $next. If it throws, the program gets the exception when it takes the reply.
     */
    public static function later(callable $answer): Reply {}

    /**
     * Calls fn(Reply $reply): void: at once if the reply is there, otherwise when the program takes it. If
     * nobody takes the reply, it is not called. Returns the reply itself.
     */
    public function then(callable $callback): Reply {}

    /**
     * Calls fn(Reply $reply): void when all of the reply was read, with its rows and further results, or
     * never will be: errors that come among the rows or between results are in errno, error and sqlstate
     * then. At once if that is so already, as it is of a result that the call stores (query(),
     * execute_query(), PDO with buffered queries). A program that does not read on is told with its next
     * command, of any connection; at the end of a request it is not told. If nobody takes the reply, it is
     * not called. Returns the reply itself.
     *
     * @since 0.3.0
     */
    public function atEnd(callable $callback): Reply {}

    /**
     * Returns the rows of the result set as capture() does, without taking them from the program; an
     * unbuffered result is buffered by this. null: there are no rows, more results follow, or the rows are
     * gone. Of a Prepare, while its interceptor runs: the columns of what the statement will bring, without
     * rows.
     */
    public function capture(): ?string {}
}

/**
 * Stops the command that runs on the connection: sends KILL QUERY over a second connection, which is made for
 * this with the same address, user, password and TLS options, or which is open already where
 * mynd.kill_abandoned is on. The first connection stays usable. The reply to its command is then error 1317,
 * or the result if it was too late. Call it where the reply is outstanding (MYSQLI_ASYNC), or from another
 * fiber while one waits for the reply. The next command waits until the server has acknowledged the kill, so
 * that it cannot be hit.
 *
 * A server that has the kill before it begins with the command forgets it. So a connection with one command
 * under way is told again if the reply does not begin within 0.01 seconds, and then 0.03 and 0.1.
 *
 * A proxy that spreads connections over several servers may lead the second connection to another server:
 * there, use neither this function nor deadline().
 *
 * @return bool true: the server was told. false: nothing runs on the connection, or the server could not be
 * told, which is reported by the report mode, or by the error mode of PDO
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection or statement of mynd, or is closed
 */
function cancel(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $connection): bool {}

/**
 * From now on every command of the connection ends within `seconds`, counted from this call. A little
 * earlier, the command that runs is cancelled as by cancel(): the server answers with 1317, and the
 * connection stays usable. Earlier means a tenth of the time, but at least 0.2 seconds and four times the
 * duration of the login, and never more than half of the time. If the server does not answer in time, the
 * connection is closed: error 2006, with the cause "timed out" in last_failure(). Commands that would begin
 * later fail with 1317 and are not sent. 0 or null removes the deadline; so does closing the connection, or
 * giving it back to its pool.
 *
 * Functions that wait for replies without taking them (mysqli_poll(), as_completed()) have time limits of
 * their own.
 *
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection or statement of mynd, or is closed
 * @throws \ValueError for a time below zero
 */
function deadline(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $connection, ?float $seconds): void {}
