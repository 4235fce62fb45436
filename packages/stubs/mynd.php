<?php
/*
 * What mynd adds to PHP. Made from stubs/mynd.stub.php by tools/gen-stub-package; never loaded by a program.
 */

namespace Mynd;

/**
 * Returns what the driver counts in addition to mysqlnd's statistics: calls, bytes and waits of the network,
 * as integers. Without a connection, the numbers are the sums over all connections of this process, including
 * those that are closed. With threads, they are the sums over this thread's connections and over all closed
 * connections, whichever thread owned them.
 *
 * @return array<string, int|float>
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function stats(?object $connection = null): array {}

/**
 * Returns the names of the stock extensions that mynd provides in this process: those of mysqlnd, mysqli and
 * pdo_mysql whose name no other module had taken. A name that is missing is served by PHP's own module, or by
 * none.
 *
 * @return list<string>
 * @since 0.3.0
 */
function provided(): array {}

/**
 * Describes the last time that the connection was lost, timed out, or received a broken packet, with the
 * cause. Returns null if that has not happened. "may_have_run" concerns the command that failed last: it is
 * false if the server has not received all of the command, and so cannot have run it.
 *
 * @return array<string, int|string|bool>|null
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function last_failure(object $connection): ?array {}

/**
 * Makes the next reads real ones: what was sent ahead (mynd.prefetch) before this call is not given to the
 * program. Call it after taking a lock that the database does not know, of Redis or a file, and before
 * reading what the lock protects. Without a connection, it concerns all connections of this process (with
 * threads: of this thread).
 *
 * @since 0.3.0
 * @throws \TypeError|\Error for an object that is no connection of mynd, or is closed
 */
function fresh(?object $connection = null): void {}

/**
 * Lists the connection pools of this process (with threads: of this thread); the pool used last comes first.
 * Counts begin with the process; `idle` and `live` are current numbers. Keys are shown without passwords,
 * init commands and paths of key files. The numbers from `prologues_learned` to `changes_of_user` count
 * events of mynd.round_trips=fewer, those from `reads_sent` to `reads_repeated` events of mynd.prefetch. With
 * mynd.shared_pool, `handed_over` and `taken_over` count the connections that went to other processes and
 * came from them, and `shared` is the number of connections, of all keys together, that now wait for a
 * process to take them.
 *
 * @return list<array{key: array<string, mixed>, idle: int, live: int, made: int, reused: int, reset: int,
 * asked: int, found_dead: int, logins_renewed: int, handed_over: int, taken_over: int, shared: int,
 * prologues_learned: int, answered_ahead: int, wrong_predictions: int, changes_of_user: int,
 * reads_sent: int, reads_taken: int, reads_wasted: int, reads_repeated: int,
 * closed: array<string, int>}>
 * @since 0.1.0
 */
function pools(): array {}

/**
 * Reads the scoreboard: the numbers of all workers, which they write into the file of mynd.scoreboard, or the
 * numbers in another file that this process may read. `total` has the sums over all workers there have been.
 * `workers` lists the live workers: the connections that each has now, what each has been waiting for longer
 * than some milliseconds (a digest, never a literal), and its own sums. `reply_times` counts replies by their
 * longest time in seconds; each number includes those before it. The array is empty if neither a file nor the
 * setting is given. docs/scoreboard.md explains each number.
 *
 * @return array{}|array{made: int, slots: int, without_slot: int, total: array<string, mixed>,
 * workers: list<array<string, mixed>>}
 * @since 0.3.0
 * @throws \RuntimeException for a file that cannot be read, or is no scoreboard
 */
function scoreboard(?string $file = null): array {}

/**
 * Returns the clusters to which this process connects by name: those of the file that mynd.clusters named
 * when PHP started, or those of another file. A cluster's `connect_timeout` is in seconds; 0: the program's
 * alone. Of a node also what this user's processes have found out: its `role` ("primary", "replica", "not
 * ready") since a time (seconds since 1970), how many seconds ago its server was `asked`, for how many more
 * it is tried after the other nodes because it was not reached (`dead`), whether it takes writes although it
 * is not the primary (`second`), or lacks transactions that the primary had (`fenced`); NULL: not known.
 * docs/named-clusters.md and docs/cluster-nodes.md explain the rest.
 *
 * @return array<array{kind: string, target: string, balance: string, zone: ?string, connect_timeout: int,
 * nodes: array<array{address: string, weight: int, zone: ?string, primary: bool, role: ?string, since: ?int,
 * asked: ?float, dead: ?float, second: bool, fenced: bool}>}>
 * @since 0.3.0
 * @throws \RuntimeException for a file that cannot be read, or that has a fault, which it names
 */
function clusters(?string $file = null): array {}

/**
 * Forgets what this user's processes have found out about a node of a cluster, so that a node that was fenced
 * is connected to again, after a backup was restored for example. The clusters are those of mynd.clusters, or
 * of another file.
 *
 * @since 0.3.0
 * @throws \RuntimeException for a file that cannot be read, or that has a fault; if there is no such cluster
 * or node; if the table of nodes cannot be written
 */
function forget_node(string $cluster, string $node, ?string $file = null): void {}

/**
 * Reports this request's commands and the lines of the program that gave them, if mynd.request_report is on;
 * else the array is empty. Commands of one kind that were given in one place are one entry: the same
 * statement apart from its literals (`digest`), and the same line of the program (`file`, `line`, `function`;
 * files that mynd.callers_skipped names are passed over). `seconds` counts from when a command was sent until
 * its reply had ended; `wait_seconds` is the part of it spent asleep until bytes came. The rest is the time
 * of reading and, with an unbuffered result, the program's own time. Entries are sorted by their seconds,
 * most first. `repeated` lists the entries that ran more than $more_than times. The digest of a command
 * without a statement is `(connect)`, or `(a command without text)`, for example for a ping. A prepare is
 * counted in the place that asked for it, with its round trip, and 0 times. `ahead` counts the reads that
 * were sent before they were asked for (mynd.prefetch). Resets of persistent connections are in no entry.
 *
 * @return array{}|array{total: array<string, int|float>, commands: list<array<string, mixed>>,
 * repeated: list<array<string, mixed>>}
 * @since 0.3.0
 * @throws \ValueError if $more_than is negative
 */
function request_report(int $more_than = 10): array {}

/**
 * Begins a request, in a worker that serves many requests in one run of a PHP script (FrankenPHP's worker
 * mode, RoadRunner, Laravel Octane, Symfony Runtime). Persistent connections that the previous request left
 * open go back to their pools, as at the end of a PHP request: the objects that had them are then as after a
 * loss, so that each command is error 2006. A connection on which a call waits, in another fiber, and
 * ordinary connections stay as they are. Idle connections that are too old are closed. If
 * mynd.prepend_interceptors has run, its interceptors are removed and the file runs again, so it reads the
 * trace anew.
 *
 * @return array<string, int|float> the numbers that stats() names, counted in this process (with threads: in
 * this thread) since the last call of this function; for the first call, since the process (or thread) began
 * @since 0.1.0
 * @throws \Error if the file of mynd.prepend_interceptors cannot be opened any more, and after the end of the
 * request; besides, whatever the file throws
 */
function request_begins(): array {}


/**
 * The outcome of a command without a result set. Numbers that do not fit an integer are strings.
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
 * after the first error.
 */
final class NotRun
{
    /**
     * True if the command was being sent when the connection was lost; the server cannot have received all of
     * it.
     */
    public readonly bool $sent;

    private function __construct() {}
}

/**
 * Runs the Generators of this namespace. Programs cannot use this class.
 */
final class Steps
{
    private function __construct() {}
}

/**
 * Runs commands, many of them at once, and yields their outcomes in order, each under the key of its command:
 * a mysqli_result, a Done, or a mysqli_sql_exception (which is not thrown). A command is a statement, or
 * [statement, list of values], which is prepared once and run as mysqli_stmt::execute() would run it. If a
 * procedure has several results, each is yielded under the same key.
 *
 * With a PDO object (since 0.3.0) an outcome is a PDOStatement with the rows, which cannot be executed, a
 * Done, or a PDOException, whatever the error mode is. Values may be given by name, as in execute_many().
 *
 * Commands are taken from the iterable as they are needed, so memory does not grow with their number. Before
 * the iterable is asked for a command, the commands taken before have been sent, and outcomes that have come
 * have been yielded. If the iterable gives null (since 0.3.0), it is asked again when the program has got the
 * next outcome. With mynd.source_fibers (since 0.3.0) outcomes also come while the iterable is suspended in a
 * fiber. An exception of the iterable is thrown when all outcomes before it have been yielded. If the program
 * drops the Generator before its end, the connection stays usable, and commands that were sent still run.
 *
 * With stop_on_error (since 0.3.0) nothing is sent after the first error: the Generator ends when the
 * outcomes of the commands taken so far have been yielded. A command that has not run has a NotRun as its
 * outcome. No command of a transaction runs outside of it, even if the error has ended the transaction. This
 * takes time: in a transaction each command waits for the one before it. Only SELECT, INSERT, REPLACE, UPDATE
 * and DELETE outside of a transaction, with autocommit, are sent many at once; those that have been sent when
 * one of them fails do run.
 *
 * @since 0.1.0
 * @throws \TypeError|\ValueError for a malformed command, or one whose number of values is not its number of
 * parameters, when the Generator reaches it
 * @throws \mysqli_sql_exception|\Error if other commands are under way on the connection (2014), or it is
 * closed
 * @param iterable<array-key, string|array{string, array<array-key, mixed>}|null> $commands
 * @return ($connection is \PDO ?
 * \Generator<array-key, \PDOStatement|Done|NotRun|\PDOException, mixed, void> :
 * \Generator<array-key, \mysqli_result|Done|NotRun|\mysqli_sql_exception, mixed, void>)
 */
function pipeline(\mysqli|\PDO $connection, iterable $commands, bool $stop_on_error = false): \Generator {}

/**
 * Sends the execute of a prepared statement without waiting for its reply, and returns true when the execute
 * has been sent. The statement may be run again at once, and other commands may be sent on its connection.
 * reap() takes the statement's replies in order. Parameters are as for mysqli_stmt::execute(). No cursor is
 * opened.
 *
 * @since 0.1.0
 * @throws \ValueError for parameters that are not a list, or whose number is not that of the statement's
 * parameters
 * @throws \mysqli_sql_exception|\Error by the report mode if the execute cannot be sent; for a statement that
 * is not prepared
 * @param list<mixed>|null $params
 */
function execute_async(\mysqli_stmt $stmt, ?array $params = null): bool {}

/**
 * Takes the next outstanding reply of a connection (as mysqli::reap_async_query() does) or of a statement,
 * and waits for it. Returns a result, or true if the reply has no result set. For a failure it returns false
 * or throws, by the report mode. The result of a statement is buffered, as get_result() returns it.
 * affected_rows, insert_id and the other properties of the statement are as after execute().
 *
 * With a PDO object (since 0.3.0), reap() takes the reply of the asynchronous statement that has waited
 * longest, and returns that statement, or true if its object is gone.
 *
 * @since 0.1.0
 * @throws \ValueError|\Error if there is no outstanding reply, or the object is closed
 * @throws \mysqli_sql_exception|\PDOException for a command that has failed, by the report mode or the error
 * mode
 */
function reap(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $pending): \mysqli_result|\PDOStatement|bool {}

/**
 * Yields connections and statements with outstanding replies, each under its key, in the order in which the
 * replies come. An object is yielded again if the program takes the reply at once (reap(),
 * mysqli::reap_async_query()) and another reply is outstanding then, or if the program sends a new query. If
 * the program does not take the reply, the object is not yielded again. A lost connection is yielded as well;
 * taking its reply then fails. A PDO object (since 0.3.0) stands for all of its asynchronous statements that
 * wait.
 *
 * The Generator ends `timeout` seconds after the call, even if replies have not come. With null there is no
 * limit.
 *
 * @since 0.1.0
 * @throws \ValueError for an element that has no outstanding reply, and for a time below zero
 * @template K of array-key
 * @template L of \mysqli|\mysqli_stmt|\PDO|\PDOStatement
 * @param iterable<K, L> $pending
 * @return \Generator<K, L, mixed, void>
 */
function as_completed(iterable $pending, ?float $timeout = null): \Generator {}

/**
 * Stands for a value in the rows of execute_many(), where rows run in bulk: INSERT, REPLACE, UPDATE and
 * DELETE on MariaDB, whose protocol calls it an indicator. Up to 0.2.0 the name was Marker, which is an alias
 * until 1.0.
 */
enum Indicator
{
    /** The column's default value. */
    case Default;
    /** In an UPDATE, leaves the column as it is; in an INSERT, means the same as Default. */
    case Ignore;
}

/**
 * The row of execute_many() that has failed. A FailedRow is the previous exception of the error that
 * execute_many() throws; its message names the row in words.
 */
final class FailedRow extends \RuntimeException
{
    /** The row's key in the program's iterable. */
    public readonly mixed $key;
    /** The row's number, from 0. */
    public readonly int $number;
    /**
     * The number of rows of which one has failed. 1: this row has failed. More than 1: this row is the first
     * of them.
     */
    public readonly int $count;
    /**
     * The number of rows that were sent in all. Rows after the failed one, up to this number, may have run.
     */
    public readonly int $sent;

    private function __construct() {}
}

/**
 * Runs a statement once for each row. A row is a list of values, one for each parameter; with a PDO object it
 * may also be an array of values by the names of the placeholders, with or without the colon. Returns the
 * total number of affected rows in the database. Results of the statement are discarded. Memory does not grow
 * with the number of rows.
 *
 * All values are sent as strings, as those of mysqli_stmt::execute($values) are; false is 0, and a float has
 * all its digits. If a row is malformed, or if the iterable throws, the rows before that have run. While the
 * program is asked for rows, the connection is in use: its commands may be refused (2014).
 *
 * A failure is a mysqli_sql_exception, or with a PDO object a PDOException, whatever its error mode is. The
 * exception concerns the first row that failed, which its previous exception describes (Mynd\FailedRow).
 * MariaDB takes many rows in one command, and no row is sent after one that failed. In all other cases each
 * row is an execute of its own, and up to 511 rows after a failed one may have run. Nothing is rolled back:
 * use a transaction for that.
 *
 * @since 0.1.0
 * @throws \mysqli_sql_exception|\PDOException
 * @throws \TypeError|\ValueError for a malformed row, or an indicator where rows do not run in bulk
 * @param iterable<array-key, array<array-key, mixed>> $rows
 */
function execute_many(\mysqli|\PDO $connection, string $sql, iterable $rows): int {}

/**
 * Returns a buffered result as bytes: its columns and rows as the server sent them, and the number of
 * warnings. The bytes can be stored anywhere; replay() makes a result of them if it knows this version of the
 * format. Neither the result nor its position changes. Programs should not read the bytes themselves.
 *
 * @since 0.1.0
 * @throws \Error for a result that is still being read (MYSQLI_USE_RESULT, a cursor), was cut off, or is
 * closed
 */
function capture(\mysqli_result $result): string {}

/**
 * Makes a buffered result of the bytes that capture() returned: the same rows, columns and settings, at the
 * first row, without a connection. The bytes may come from anywhere, because they are checked like a
 * server's. The result refers to the bytes instead of copying them.
 *
 * @since 0.1.0
 * @throws \ValueError if the bytes are not a captured result, or are one of another version of the format
 */
function replay(string $bytes): \mysqli_result {}
/**
 * The event of a stream from which bytes can be read; a waiter waits for it.
 *
 * @var int
 */
const READ = 1;

/**
 * The event of a stream to which bytes can be written; a waiter waits for it.
 *
 * @var int
 */
const WRITE = 2;

/**
 * An option of mysqli::options(), to be set before the connect. 1: a session without state survives the loss
 * of its connection. 0: the session does not survive it. If the option is not set, mynd.reconnect decides.
 *
 * @var int
 */
const OPT_RECONNECT = 1903;

/**
 * An option of mysqli::options(), to be set before the connect, in milliseconds: how old the reply to a read
 * may be that was sent before the program asked for it; 0: none is sent. If the option is not set,
 * mynd.prefetch decides.
 *
 * @var int
 */
const OPT_PREFETCH = 1904;

/**
 * An option of mysqli::options(), to be set before the connect: in which order the hosts of a list, as
 * "db1,db2:3307", are tried: BALANCE_ORDER (if it is not set), BALANCE_RANDOM or BALANCE_LEAST. The data
 * source of PDO has balance=order, balance=random and balance=least.
 *
 * @since 0.3.0
 * @var int
 */
const OPT_BALANCE = 1905;

/**
 * The hosts of a list are tried in the list's order.
 *
 * @since 0.3.0
 * @var int
 */
const BALANCE_ORDER = 1;

/**
 * The hosts of a list are tried in an order that is drawn for each connect.
 *
 * @since 0.3.0
 * @var int
 */
const BALANCE_RANDOM = 2;

/**
 * The host to which this process has the fewest connections with the same user, database and options is tried
 * first; among equal ones an order is drawn for each connect. Ordinary connections count if they were opened
 * with BALANCE_LEAST, too.
 *
 * @since 0.3.0
 * @var int
 */
const BALANCE_LEAST = 3;

/**
 * An option of mysqli::options(), to be set before the connect: which server will do, TARGET_ANY (if it is
 * not set), TARGET_PRIMARY, TARGET_REPLICA or TARGET_PREFER_REPLICA. The data source of PDO has target=any,
 * target=primary, target=replica and target=prefer-replica. A connect for which there is none is error 2002.
 *
 * @since 0.3.0
 * @var int
 */
const OPT_TARGET = 1906;

/**
 * Every server will do; none is asked whether it takes writes.
 *
 * @since 0.3.0
 * @var int
 */
const TARGET_ANY = 1;

/**
 * A server that takes writes: its read_only is off.
 *
 * @since 0.3.0
 * @var int
 */
const TARGET_PRIMARY = 2;

/**
 * A server that takes no writes: its read_only is on.
 *
 * @since 0.3.0
 * @var int
 */
const TARGET_REPLICA = 3;

/**
 * A server that takes no writes, or if none can be connected to any server.
 *
 * @since 0.3.0
 * @var int
 */
const TARGET_PREFER_REPLICA = 4;

/**
 * Installs a function, the waiter, that is called wherever the driver would sleep: fn(resource $stream, int
 * $events, ?float $timeout): ?bool. The waiter returns true when the stream is ready for one of $events
 * (READ, WRITE, or both), false after $timeout seconds (null: no limit), or null at once if it does not
 * handle this wait. In the meantime the waiter may suspend the Fiber that it is called in. If it throws, the
 * wait ends, the connection is closed, and the caller gets the exception.
 *
 * Several waiters can be installed. The waiter that was installed last is called first; if it returns null,
 * the one before it is called, and so on. If none is left, the driver blocks as usual. Installing a waiter
 * again removes those that were installed after it. null removes all; remove_waiter() removes one. If a
 * Poller is given instead of a function, one stream serves all waits.
 *
 * The waiter is called in fibers only; with `everywhere` it is called wherever code may be suspended, for
 * coroutines of other engines. The waiter is never called while a Fiber is destroyed, where the engine does
 * not allow switching fibers (up to PHP 8.3: in destructors), or after the end of the request; in these cases
 * the driver blocks. A stream can be used until its wait is over, and the stream of a connection until the
 * connection is closed. Nothing can be read from the stream.
 *
 * @return Poller|callable|null the waiter that was installed last before this call
 * @since 0.3.0; since 0.1.0 as await_with()
 */
function waiter(Poller|callable|null $waiter, bool $everywhere = false): Poller|callable|null {}

/**
 * Does what waiter() does.
 *
 * @return Poller|callable|null the waiter that was installed last before this call
 * @since 0.1.0
 * @deprecated since 0.3.0: the name is waiter(); this one goes with 1.0
 */
function await_with(Poller|callable|null $waiter, bool $everywhere = false): Poller|callable|null {}

/**
 * Removes a waiter that waiter() has installed, and leaves the waiters of other libraries installed.
 * Waits that the waiter has begun go on until it returns. Returns false if the waiter is not installed.
 *
 * @since 0.3.0
 */
function remove_waiter(Poller|callable $waiter): bool {}

/**
 * A waiter with one stream for all waits, for event loops that watch few streams: stream_select() takes no
 * descriptor above 1,023, and looks at each of them. waiter() installs a Poller like a function.
 *
 * The Poller's own function, fn(int $wait): ?bool, gets the number of a wait, and suspends. When the stream
 * becomes readable, ready() returns the waits that are over, and the program resumes them: the function
 * returns true or false, as ready() has reported. The function may return null at once, or throw, as any
 * waiter.
 *
 * Make the Poller early in the program, so that its descriptor has a low number. As long as the Poller lives,
 * sockets of the driver that would get a number from 512 to 1,023 are moved above them, if the limit of open
 * files allows that: then stream_select() cannot take a stream() of these connections. In a forked process
 * the Poller serves the waits of that process alone; in the child, the parent's waits are over, without being
 * ready.
 *
 * @since 0.3.0
 */
final class Poller
{
    /**
     * @throws \Error if no descriptor is left
     * @param callable(int): ?bool $waiter
     */
    public function __construct(callable $waiter) {}

    /**
     * Returns the stream, which is readable when waits are over. Nothing can be read from the stream, and it
     * is closed with the object.
     *
     * @return resource
     */
    public function stream() {}

    /**
     * Returns the waits that are over, by their numbers, each of them once. true: the stream of the wait is
     * ready. false: the time of the wait has passed. The function never waits.
     *
     * With `again` the caller says that it calls ready() again when it has resumed these waits, before it
     * waits for the stream: waits that end meanwhile, because a pool's connection has come back, then need no
     * system call. It need not do so if the array is empty.
     *
     * @return array<int, bool>
     */
    public function ready(bool $again = false): array {}
}

/**
 * Thrown by Mynd\Pool if all its connections are in use and none was given back in time, or if the pool is
 * closed. The message names how long the call has waited, and which place of the program has had a connection
 * for longest; files that mynd.callers_skipped names are passed over.
 *
 * @since 0.3.0
 */
class PoolExhausted extends \RuntimeException
{
}

/**
 * What Mynd\Pool does, for programs that put something else in its place, such as a double in their tests.
 *
 * @since 0.3.0
 * @template T of \mysqli|\PDO
 */
interface ConnectionPool
{
    /** @return T */
    public function acquire(?float $timeout = null): \mysqli|\PDO;

    /** @param T $connection */
    public function release(\mysqli|\PDO $connection): void;

    /**
     * @template R
     * @param callable(T): R $work
     * @psalm-param callable(\mysqli): R|callable(\PDO): R $work
     * @return R
     */
    public function use(callable $work, ?float $timeout = null, ?float $within = null): mixed;

    /**
     * @template R
     * @param callable(T): R $work
     * @psalm-param callable(\mysqli): R|callable(\PDO): R $work
     * @return R
     */
    public function transaction(callable $work, int $retries = 0, ?string $isolation = null, ?float $timeout = null, ?float $within = null): mixed;

    /** @return (T is \PDO ? \PDOStatement|Done : \mysqli_result|Done) */
    public function query(string $sql, ?float $timeout = null, ?float $within = null): \mysqli_result|\PDOStatement|Done;

    /**
     * @param array<array-key, mixed> $params
     * @return (T is \PDO ? \PDOStatement|Done : \mysqli_result|Done)
     */
    public function execute(string $sql, array $params = [], ?float $timeout = null, ?float $within = null): \mysqli_result|\PDOStatement|Done;

    public function close(float $timeout = 0.0): bool;

    /** @return array<string, mixed> */
    public function stats(): array;
}

/**
 * A pool of connections of mysqli or PDO, with no more than a maximum at a time. In a fiber, acquire() and
 * use() wait until a connection is given back, first come, first served, if Mynd\waiter() has installed one.
 * The function $connect makes a connection, as a program does without a pool, and is called for each
 * acquire(): its `new PDO` or `new mysqli` then gets an idle connection of the pool, if there is one, in the
 * state of a new one. A connection whose user has left something in its session is reset as persistent
 * connections are: transactions, variables, locks and temporary tables end when it is given back.
 *
 * @since 0.3.0
 * @template T of \mysqli|\PDO
 * @implements ConnectionPool<T>
 */
final class Pool implements ConnectionPool
{
    /**
     * @param callable $connect makes a connection, and returns it: fn(): \mysqli|\PDO
     * @param int $maximum the largest number of connections, in use and idle together
     * @param int $minimum the number of connections that the constructor makes, and that stay however long
     * they are idle
     * @param float $acquireTimeout the number of seconds that methods which take a connection wait in a
     * fiber. 0: they do not wait
     * @param int $idleTimeout the number of idle seconds after which a connection is closed. 0: never
     * @param int $maxLifetime the number of seconds after which a connection is not used again; for each
     * connection up to a tenth less, at random. 0: no limit
     * @param int|null $checkAfter the number of idle seconds after which a connection is pinged before it is
     * given out, and replaced if it does not answer in five seconds, or in the time that acquire() has left.
     * Every connection is checked before that, without a round trip. null: it is never pinged
     * @param int $loginLifetime the age of a login, in seconds, above which the connection logs in again
     * before it is given out, so that no user of it has rights that are older. 0: it always logs in again
     * @param string $reset when a connection that is given back is reset. "if_needed": unless its commands
     * have certainly left nothing in its session; "always"; "never": only if a transaction is open, so that
     * the next user finds what the last one has left
     * @param int|null $maxWaiting the number of fibers that may wait for a connection; one more gets a
     * PoolExhausted at once. null: no limit
     * @param callable|null $onConnect fn(\mysqli|\PDO $connection): mixed. Sets up a session: it is called
     * for each new one, after a login and after a reset, before the connection is given out. If it throws,
     * the connection is closed. Variables that it sets to constants are not the reason for a reset
     * @param callable|null $beforeAcquire fn(\mysqli|\PDO $connection): mixed. It is called each time a
     * connection is given out. If it returns false, the connection is closed, and another one is taken
     * @param callable|null $afterRelease fn(\mysqli|\PDO $connection): mixed. It is called each time a
     * connection is given back, and no limit of time holds in it; not if the object is dropped without
     * release(). If it returns false or throws, the connection is closed
     * @throws \ValueError for a number that is too small, a minimum above the maximum, or an unknown word in
     * $reset; besides, whatever $connect throws
     * @param 'if_needed'|'always'|'never' $reset
     * @param callable(): T $connect
     * @param (callable(T): mixed)|null $onConnect
     * @param (callable(T): mixed)|null $beforeAcquire
     * @param (callable(T): mixed)|null $afterRelease
     */
    public function __construct(callable $connect, int $maximum = 10, int $minimum = 0, float $acquireTimeout = 30.0, int $idleTimeout = 600, int $maxLifetime = 1800, ?int $checkAfter = 30, int $loginLifetime = 60, string $reset = "if_needed", ?int $maxWaiting = null, ?callable $onConnect = null, ?callable $beforeAcquire = null, ?callable $afterRelease = null) {}

    /**
     * Takes a connection, which the caller gives back with release(), or by freeing the object.
     *
     * @param float|null $timeout the number of seconds to wait. null: the constructor's $acquireTimeout. 0:
     * do not wait
     * @throws PoolExhausted if no connection was given back in time, or the pool is closed
     * @throws \TypeError if $connect returns something else than a connection that it has made
     * @throws \ValueError for a time below zero; besides, whatever $connect throws
     * @return T
     */
    public function acquire(?float $timeout = null): \mysqli|\PDO {}

    /**
     * Gives a connection back. The object is then as after a loss: each command is error 2006. The function
     * never waits.
     *
     * @throws \Error for a connection that is not the pool's, or was given back before
     * @param T $connection
     */
    public function release(\mysqli|\PDO $connection): void {}

    /**
     * Calls a function with a connection, gives the connection back when the function returns or throws, and
     * returns what it returned.
     *
     * @param float|null $timeout as that of acquire()
     * @param float|null $within the number of seconds for the whole call, as of within(). null: no limit
     * @throws PoolExhausted if no connection was given back in time, or the pool is closed; besides, whatever
     * $work throws
     * @template R
     * @param callable(T): R $work
     * @psalm-param callable(\mysqli): R|callable(\PDO): R $work
     * @return R
     */
    public function use(callable $work, ?float $timeout = null, ?float $within = null): mixed {}

    /**
     * Calls a function with a connection in a transaction of its own, as the function transaction() does, and
     * gives the connection back.
     *
     * @param callable $work fn(\mysqli|\PDO $connection): mixed
     * @param int $retries as that of transaction()
     * @param string|null $isolation as that of transaction()
     * @param float|null $timeout as that of acquire()
     * @param float|null $within the number of seconds for the whole call, as of within(). null: no limit
     * @throws PoolExhausted if no connection was given back in time, or the pool is closed; besides, as
     * transaction()
     * @since 0.3.0
     * @template R
     * @param callable(T): R $work
     * @psalm-param callable(\mysqli): R|callable(\PDO): R $work
     * @return R
     */
    public function transaction(callable $work, int $retries = 0, ?string $isolation = null, ?float $timeout = null, ?float $within = null): mixed {}

    /**
     * Runs a query on a connection of the pool, and gives the connection back. Returns all rows, as a
     * mysqli_result or a PDOStatement that cannot be executed, or a Done if the query has no rows. Further
     * results, as those of CALL, are read and dropped.
     *
     * @param float|null $timeout as that of acquire()
     * @param float|null $within the number of seconds for the whole call, as of within(). null: no limit
     * @throws PoolExhausted if no connection was given back in time, or the pool is closed
     * @throws \mysqli_sql_exception|\PDOException if the query has failed, whatever the report mode or error
     * mode is
     * @since 0.3.0
     * @return (T is \PDO ? \PDOStatement|Done : \mysqli_result|Done)
     */
    public function query(string $sql, ?float $timeout = null, ?float $within = null): \mysqli_result|\PDOStatement|Done {}

    /**
     * Prepares a statement on a connection of the pool, executes it with these values, and gives the
     * connection back, which keeps the statement prepared for the next call. Returns what query() returns.
     *
     * @param array $params a list of values, or with PDO values by name, as in pipeline()
     * @param float|null $timeout as that of acquire()
     * @param float|null $within the number of seconds for the whole call, as of within(). null: no limit
     * @throws PoolExhausted if no connection was given back in time, or the pool is closed
     * @throws \ValueError|\TypeError if there are not as many values as parameters, or they are no list
     * @throws \mysqli_sql_exception|\PDOException if the statement has failed, whatever the report mode or
     * error mode is
     * @since 0.3.0
     * @param array<array-key, mixed> $params
     * @return (T is \PDO ? \PDOStatement|Done : \mysqli_result|Done)
     */
    public function execute(string $sql, array $params = [], ?float $timeout = null, ?float $within = null): \mysqli_result|\PDOStatement|Done {}

    /**
     * Closes idle connections now, and those in use when they are given back. Calls that wait for a
     * connection, or want one later, throw a PoolExhausted. Returns true if no connection is in use any more.
     *
     * @param float $timeout the number of seconds to wait, in a fiber, until those in use have been given
     * back; outside of fibers the call never waits. 0: do not wait
     * @throws \ValueError for a time below zero
     */
    public function close(float $timeout = 0.0): bool {}

    /**
     * Returns the pool's limits, its current numbers (`in_use`, including connections that are being
     * connected; `idle`; `waiting` fibers), and its counts: connections that were given out (`acquired`),
     * connected (`created`) and `closed`; uses after which one was reset (`resets`); fibers that have waited
     * (`waits`), those of them that got no connection (`timeouts`), their `wait_seconds` and the
     * `longest_wait`. `longest_use` is the number of seconds for which the connection that has been in use
     * for longest has been so.
     *
     * @return array{maximum: int, minimum: int, max_waiting: int|null, in_use: int, idle: int, waiting: int,
     * acquired: int, created: int, closed: int, resets: int, waits: int, timeouts: int, wait_seconds: float,
     * longest_wait: float, longest_use: float}
     */
    public function stats(): array {}

    /**
     * Returns what stats() returns.
     *
     * @deprecated since 0.3.0: the name is stats(); this one goes with 1.0
     * @alias Mynd\Pool::stats
     * @return array<string, mixed>
     */
    public function numbers(): array {}
}

/**
 * Calls a function with a connection in a transaction: begins it, calls the function, commits, and returns
 * what the function returned. If the function throws, the transaction is rolled back, and the exception goes
 * on. If a transaction is open already, a savepoint is set instead, and what is committed is up to the outer
 * transaction.
 *
 * The server ends one of two transactions that wait for each other (error 1213), and gives up one that waits
 * for a lock for too long (1205; on MariaDB also 1020: a row has changed since it was read). With $retries
 * the whole transaction is rolled back then, and the function is called again, after a random pause of at
 * most 10 ms, which doubles each time up to a second; in a fiber others go on meanwhile. So the function must
 * do nothing that is not to be done twice. A savepoint is never repeated by itself. A lost connection, also
 * one that is lost in the commit, is not repeated. If the function catches a deadlock and returns, error 1213
 * is thrown, because the server has undone all that came before it.
 *
 * @param callable $work fn(\mysqli|\PDO $connection): mixed
 * @param int $retries how often the function is called again at most
 * @param string|null $isolation 'read uncommitted', 'read committed', 'repeatable read', 'serializable', for
 * this transaction alone. null: the session's
 * @throws \ValueError for a number below zero, an unknown level, and a level inside of a transaction; besides
 * whatever $work throws, and a mysqli_sql_exception or PDOException if the transaction cannot begin or be
 * committed, whatever the report mode is
 * @since 0.3.0
 * @template T of \mysqli|\PDO
 * @template R
 * @param T $connection
 * @param callable(T): R $work
 * @psalm-param callable(\mysqli): R|callable(\PDO): R $work
 * @return R
 */
function transaction(\mysqli|\PDO $connection, callable $work, int $retries = 0, ?string $isolation = null): mixed {}

/**
 * Returns the stream of a connection, or of a statement's connection, to wait for with stream_select() or an
 * event loop. The stream is readable when bytes of a reply have arrived that were not read yet. Bytes that
 * the driver has read already do not make the stream readable, so call mysqli_poll() first, without waiting.
 * Nothing can be read from the stream, and it is closed with the connection.
 *
 * @return resource
 * @since 0.1.0
 * @throws \Error if there is no connection
 */
function stream(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $connection) {}

/**
 * Writes the packets of a connection from now on into a file, each as a line that people can read: its time,
 * direction, number, length and content: the text of a query, the status of a reply, its columns, the first
 * cells of a row. Passwords, keys, and values in statements that mention passwords or keys are never written.
 * Packets that are compressed or inside TLS are written in clear. A new file is accessible to its owner
 * alone; an existing file is continued if the same is true of it. The file has at most mynd.wire_log_size
 * bytes. The log ends with the connection (a persistent one: when it goes back into its pool), with the next
 * file, or with null. mynd.wire_log does the same for all connections.
 *
 * @param \mysqli|\PDO $connection
 * @since 0.3.0
 * @throws \RuntimeException if the file cannot be written, or others may read it; if the connection is
 * closed, or a result is being read from it
 */
function wire_log(object $connection, ?string $file): void {}

/**
 * A filter that was registered with filter(). If the object is freed, the filter stays registered.
 */
final class Filter
{
    private function __construct() {}

    /**
     * Removes the filter from connections that connect from now on; connections that have it keep it. Returns
     * false if the filter was removed before, or if the request in which it was registered is over.
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
    /** A query is sent as text. Reply::result() with rows of the text protocol, done(), failed(), later(). */
    case Query;
    /** A statement is prepared. Reply::failed(). */
    case Prepare;
    /**
     * A prepared statement is run, or a query with values (execute_query(), if nothing is prepared yet).
     * Reply::result() with rows of a prepared statement, done(), failed(), later().
     */
    case Execute;
    /** Rows of execute_many() that are sent together. Reply::done(), failed(), later(). */
    case BulkExecute;
    /** A connection is made, or taken from its pool. Reply::failed(). */
    case Connect;
    /**
     * A default database is chosen. Reply::done(), which changes nothing, and failed(); the same replies for
     * all kinds below.
     */
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
 * Registers an interceptor: fn(Command $command, callable $next): Reply. The interceptor is called for each
 * command of every connection of mysqli and PDO, from now to the end of the request. The interceptor that was
 * registered first is the outermost one: its $next($command) calls the next interceptor, and the last one's
 * $next sends the command. Instead of calling $next, an interceptor may answer the command itself
 * (Reply::result(), done(), failed(), later()). If it throws, the caller of the command gets the exception.
 *
 * While an interceptor runs, its connection can be used through $next only. Commands that the interceptor
 * runs on other connections do not call it again. Interceptors are not called for the driver's own commands
 * (reset of persistent connections, init commands, KILL of cancel()), nor for the later commands of a
 * statement that runs already (long data, fetches from a cursor, reset, close).
 *
 * @since 0.1.0
 */
function intercept(callable $interceptor): Interception {}

/**
 * Lists the numbers (Command::$session) of this thread's sessions that interceptors have seen and that are
 * still open. Anything that an interceptor remembers about another session is no longer needed.
 *
 * @return list<int>
 * @since 0.3.0
 */
function open_sessions(): array {}

/**
 * An interceptor that was registered with intercept(). If the object is freed, the interceptor stays
 * registered.
 */
final class Interception
{
    private function __construct() {}

    /**
     * Removes the interceptor: it is not called any more, not even for commands that are on their way to it.
     * Returns false if it was removed before.
     */
    public function remove(): bool {}
}

/**
 * A command on its way to the server. The object does not change: with...() returns a changed copy for $next.
 * The names of 0.2.0, $face, $in_transaction and $init_commands, can be read until 1.0, with a deprecation.
 */
final class Command
{
    public readonly Kind $kind;
    /** The statement of a Query, Prepare, Execute or BulkExecute. */
    public readonly ?string $sql;
    /**
     * The values of an Execute as they are sent (those of execute($values) are strings). null stands for a
     * value that was sent as long data. Since 0.3.0 of a BulkExecute: its rows, each a list of strings, null
     * and cases of Mynd\Indicator, if the property is first read before $next.
     *
     * @var list<mixed>|null
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
     * registered. For Connect, ChangeDatabase and ChangeUser, it is the database that the program asks for.
     * The user is known in the same way.
     */
    public readonly ?string $database;
    /** The character set. null: the server's. For SetCharset, it is the one that the program asks for. */
    public readonly ?string $charset;
    /** The extension that the connection is one of: "mysqli" or "pdo_mysql". */
    public readonly string $extension;
    /** The connection's number on the server; 0: it is not connected. */
    public readonly int $thread_id;
    /**
     * True if, as far as the server has reported, a transaction is open, or the next statement opens one
     * because autocommit is off.
     */
    public readonly bool $inTransaction;
    /** True if the reply is taken later: $next returns a pending one. */
    public readonly bool $async;
    /**
     * The number of the session among those of this thread. Each connect, each use of a persistent connection
     * and each change of user begins another session. For Connect and ChangeUser, if the property is first
     * read after $next, it is the number of the session that has begun.
     */
    public readonly int $session;
    /**
     * The statements that run first in each session of the connection. Interceptors are not called for them.
     *
     * @var list<string>
     */
    public readonly array $initCommands;
    /**
     * The server's version, as the server reported it at the last login before this property is first read;
     * null: there is no connection. The version contains "MariaDB" if the server is a MariaDB.
     */
    public readonly ?string $server;
    /**
     * The collation that the server's greeting named as its own, as "utf8mb4_general_ci"; null: there is no
     * connection. The session has its character set if the program has chosen none.
     *
     * @since 0.3.0
     */
    public readonly ?string $serverCollation;
    /**
     * The number of rows that a BulkExecute sends; null: another kind.
     *
     * @since 0.3.0
     */
    public readonly ?int $rowCount;

    private function __construct() {}

    /**
     * Changes the statement of a Query, a Prepare, or the Execute of execute_query().
     *
     * @throws \ValueError for another kind, an empty statement, and the execute of a statement that is
     * prepared already
     */
    public function withSql(string $sql): Command {}

    /**
     * Changes the values of an Execute: a list, with one value for each parameter: null, bool, int, float,
     * string.
     *
     * @throws \ValueError|\TypeError
     * @param list<null|bool|int|float|string> $params
     */
    public function withParams(array $params): Command {}

    /**
     * Changes the database of a Connect, ChangeDatabase or ChangeUser. null: no database.
     *
     * @throws \ValueError for another kind, and for a ChangeDatabase to no database
     */
    public function withDatabase(?string $database): Command {}

    /**
     * Changes the address of a Connect. As with mysqli, the socket counts only for the host "localhost", the
     * port for all other hosts; 0 means 3306.
     *
     * @throws \ValueError for another kind
     */
    public function withAddress(string $host, int $port = 0, ?string $socket = null): Command {}

    /**
     * Changes the user of a Connect or ChangeUser.
     *
     * @throws \ValueError for another kind
     */
    public function withUser(string $user, #[\SensitiveParameter] ?string $password = null): Command {}

    /**
     * Makes a Connect whose `$next` opens a connection of its own, also for a persistent connection and for
     * one of a Mynd\Pool: it is taken from no pool, and closed when the program has done with it. The pool's
     * limit of connections holds.
     *
     * @since 0.3.0
     * @throws \ValueError for another kind
     */
    public function withoutPool(): Command {}

    /**
     * Makes a Connect whose `$next` connects to nothing. The connection is open at once, without a network
     * socket, a password or init commands, and nothing of it is persistent. Its server version and collation
     * are those that are given here. Interceptors answer its commands. With the version of a MariaDB from
     * 10.6 on, execute_many() sends rows together, as to that server. A command that they pass to `$next`
     * nevertheless is carried out as far as it concerns the driver alone (a prepare, the default database,
     * the user, the character set, a ping), and is error 1105 otherwise.
     *
     * @since 0.3.0
     * @throws \ValueError for another kind, for a version that is empty, has over 100 bytes or a NUL, and for
     * an unknown collation
     */
    public function withoutServer(string $version, ?string $collation = null): Command {}

    /**
     * Sets the columns of the statement's result for a Prepare on a connection without a server: they are
     * those of a captured result, such as Reply::capture() returns for a Prepare. On other connections
     * withColumns() has no effect.
     *
     * @since 0.3.0
     * @throws \ValueError for another kind, and as replay() does
     */
    public function withColumns(string $captured): Command {}

    /** Returns the value that an earlier interceptor has set with withAttribute(). */
    public function attribute(string $name, mixed $default = null): mixed {}

    public function withAttribute(string $name, mixed $value): Command {}

    /**
     * Sends a query attribute of MySQL along with a Query or an Execute, for mysql_query_attribute_string()
     * and other code on the server that asks for the attribute. The attribute has no effect on MariaDB,
     * before MySQL 8.0.26, in commands of other kinds, and on connections that connected before the first
     * interceptor of the request was registered.
     *
     * @throws \ValueError for an empty name, and if there are 1,000 attributes already
     */
    public function withQueryAttribute(string $name, string|int|float|null $value): Command {}
}

/**
 * The $next of an interceptor. Programs can only call it.
 */
final class Next
{
    private function __construct() {}

    /**
     * @throws \Error if the command is not this interceptor's, or is over
     */
    public function __invoke(Command $command): Reply {}
}

/**
 * The outcome of a command. A query that fails has a Reply with errno; the program gets the error by its own
 * report mode. The name of 0.2.0, $more_results, can be read until 1.0, with a deprecation.
 */
final class Reply
{
    /** True if the reply has not come yet: only the callback of then() sees the properties below. */
    public readonly bool $pending;
    public readonly int $errno;
    public readonly string $error;
    public readonly string $sqlstate;
    /**
     * The number of affected rows: -1 for a result set and for an error, a string if it does not fit an
     * integer.
     */
    public readonly int|string $affected_rows;
    public readonly int|string $insert_id;
    /**
     * The number of warnings. For a result set, it is known when its rows have been read, for example by
     * capture().
     */
    public readonly int $warnings;
    /** The server's version for a Connect; the answer for a Statistics. */
    public readonly ?string $info;
    /** The number of columns of the (first) result set; 0: there is none. */
    public readonly int $field_count;
    public readonly bool $moreResults;
    /**
     * The session's status that the server last reported, as the protocol's bits (SERVER_STATUS_IN_TRANS is
     * 1, SERVER_STATUS_AUTOCOMMIT is 2). For a result set, the status is certain when its rows have been
     * read.
     *
     * @since 0.3.0
     */
    public readonly int $status;

    private function __construct() {}

    /**
     * Makes an answer with rows: the bytes of capture(), or a buffered result of any connection.
     *
     * @throws \ValueError|\Error as replay() and capture() do
     */
    public static function result(\mysqli_result|string $rows): Reply {}

    /** Makes an answer without rows. Numbers that do not fit an integer are given as strings. */
    public static function done(int|string $affected_rows = 0, int|string $insert_id = 0, int $warnings = 0, ?string $info = null): Reply {}

    /**
     * Makes an answer that is an error, as if the server had sent it.
     *
     * @throws \ValueError if the error number is not from 1 to 65535, or the SQLSTATE is not five letters and
     * digits
     */
    public static function failed(int $errno, string $error, string $sqlstate = 'HY000'): Reply {}

    /**
     * Makes an answer of several results, as those of multi_query() and of procedures. Each is an answer of
     * result(), done() or failed(); an error can only be the last one. The answer's properties are those of
     * the first result.
     *
     * @since 0.3.0
     * @throws \TypeError|\ValueError for anything else
     */
    public static function results(Reply $result, Reply ...$more): Reply {}

    /**
     * Copies an answer, of result(), results(), done() or failed(), with another status. On a connection
     * without a server (Command::withoutServer()) the session has this status from then on, and
     * PDO::inTransaction() and the escaping of strings follow it. On other connections withStatus() has no
     * effect.
     *
     * @since 0.3.0
     * @throws \ValueError for a status that is not between 0 and 65535, and a reply that is no such answer
     */
    public function withStatus(int $status): Reply {}

    /**
     * Makes an answer that is built when the program takes it, by fn(): Reply, which must return an answer
     * and not a reply of $next. If the function throws, the program gets the exception when it takes the
     * reply.
     */
    public static function later(callable $answer): Reply {}

    /**
     * Calls fn(Reply $reply): void at once if the reply is there, otherwise when the program takes it. If the
     * program never takes the reply, the function is not called. Returns the reply itself.
     */
    public function then(callable $callback): Reply {}

    /**
     * Calls fn(Reply $reply): void when all of the reply was read, with its rows and further results, or
     * never will be: errors that come among the rows or between results are in errno, error and sqlstate
     * then. The function is called at once if that is so already, as for a result that the call stores
     * (query(), execute_query(), PDO with buffered queries). If the program does not read on, the function is
     * called with the program's next command, of any connection; at the end of a request it is not called. If
     * the program never takes the reply, the function is not called. Returns the reply itself.
     *
     * @since 0.3.0
     */
    public function atEnd(callable $callback): Reply {}

    /**
     * Returns the rows of the result set as the function Mynd\capture() does, without taking them from the
     * program; an unbuffered result is buffered by this. Returns null if there are no rows, more results
     * follow, or the rows are gone. For a Prepare, while its interceptor runs, returns the columns that the
     * statement's result will have, without rows.
     */
    public function capture(): ?string {}

    /**
     * Reads all results of the reply without taking them from the program, and returns each as an answer, as
     * results() takes them. A further result that is an error is the last one. All are buffered by this, so
     * an error among rows is met where the result is, and not at its rows. Returns null if the reply has
     * not come yet, or its rows are gone or are fetched from a cursor.
     *
     * @since 0.3.0
     * @return list<Reply>|null
     */
    public function captureResults(): ?array {}
}

/**
 * Stops the command that runs on the connection: sends KILL QUERY over a second connection, which is made for
 * this with the same address, user, password and TLS options, or is open already if mynd.kill_abandoned is
 * on. The first connection stays usable. The reply to its command is then error 1317, or the result if the
 * kill came too late. Call cancel() where the reply is outstanding (MYSQLI_ASYNC), or from another fiber
 * while one waits for the reply. The next command waits until the server has acknowledged the kill, so that
 * the kill cannot stop it.
 *
 * A server that receives the kill before it begins the command ignores it. Therefore, for a connection with
 * one command under way, the kill is sent again if the reply does not begin within 0.01 seconds, and then
 * 0.03 and 0.1.
 *
 * A proxy that spreads connections over several servers may lead the second connection to another server:
 * with such a proxy, use neither this function nor deadline().
 *
 * @return bool true if the kill was sent to the server; false if nothing runs on the connection, or the kill
 * could not be sent, which is reported by the report mode, or by the error mode of PDO
 * @since 0.1.0
 * @throws \TypeError|\Error for an object that is no connection or statement of mynd, or is closed
 */
function cancel(\mysqli|\mysqli_stmt|\PDO|\PDOStatement $connection): bool {}

/**
 * Sets a deadline for the connection: from now on every command of the connection ends within `seconds`,
 * counted from this call. A little before the deadline, the running command is cancelled as by cancel(): the
 * server answers with 1317, and the connection stays usable. The cancel is sent a tenth of the time before
 * the deadline, but at least 0.2 seconds and four times the duration of the login before it, and never more
 * than half of the time. If the server does not answer in time, the connection is closed: error 2006, with
 * the cause "timed out" in last_failure(). Commands that would begin later fail with 1317 and are not sent;
 * only a ROLLBACK is, as with within(). 0 or null removes the deadline; so does closing the connection, or
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

/**
 * Calls a function and returns what it returned; all that this fiber, or the main program, does with
 * connections meanwhile ends within `seconds`. This includes connecting, and waiting for a connection of a
 * pool. It is as with deadline(): a little earlier a command that runs is cancelled, and fails with 1317, and
 * later ones fail with 1317 without being sent. Only rollback(), rollBack(), and a query() or exec() that
 * begins with ROLLBACK are sent all the same, and have a second. The function itself is not interrupted.
 * Other fibers are not limited, those that the function starts neither. Of several limits, those of
 * deadline() too, the earliest counts. Coroutines that are no fibers (Swoole) have each other's limits.
 *
 * @param float $seconds the time, above 0
 * @param callable $work fn(): mixed
 * @since 0.3.0
 * @throws \ValueError for a time that is not above zero; besides, whatever the function throws
 * @template R
 * @param callable(): R $work
 * @return R
 */
function within(float $seconds, callable $work): mixed {}
