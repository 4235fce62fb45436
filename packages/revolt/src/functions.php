<?php
declare(strict_types=1);

namespace Mynd\Revolt;

use Amp\Cancellation;
use Amp\CancelledException;

/**
 * From now to the end of the request every wait of mysqli and PDO suspends its fiber, or {main}, in Revolt's
 * event loop, and other fibers go on in the meantime. It takes every wait, so waiters of other libraries are
 * asked only if they are installed later.
 *
 * All waits stand behind one stream (Mynd\Poller), so the loop's driver does not limit how many there are.
 * Call it early in the program, while descriptors with low numbers are left.
 *
 * The driver is told as well that the program runs fibers (mynd.async), where it has that setting.
 *
 * @since 0.3.0
 */
function install(): void
{
	if (\ini_get('mynd.async') !== false) {
		\ini_set('mynd.async', '1');
	}
	Waiter::install();
}

/**
 * Waits block again, or are those of other libraries' waiters, as without install(). Those that last go on in
 * the loop until they are over.
 *
 * @since 0.3.0
 */
function uninstall(): void
{
	Waiter::uninstall();
}

/**
 * Whether install() was called, and uninstall() was not since. A waiter that somebody else has installed in
 * the meantime is not noticed.
 *
 * @since 0.3.0
 */
function is_installed(): bool
{
	return Waiter::isInstalled();
}

/**
 * Runs a program, and gives it up when the cancellation is requested: what runs on the connection is stopped
 * on the server (KILL QUERY), and the connection stays usable. If the server does not answer within `grace`
 * seconds after the request, the wait ends and the driver closes the connection. The same happens, at once,
 * where no connection is given, which suits connecting.
 *
 * Only waits of this fiber are cancelled. If the command ends before the server has been told, its result is
 * returned although the cancellation was requested. A program that keeps the server's error to itself, or
 * lets mysqli report nothing, returns what it returns.
 *
 * @template T
 * @param \Closure(): T $program
 * @param \mysqli|\mysqli_stmt|\PDO|null $connection what the program uses; of several
 * connections one
 * @param float $grace seconds
 * @return T
 * @throws CancelledException the cancellation's, whose previous exception is its reason
 * @throws \ValueError if grace is negative
 * @since 0.3.0
 */
function cancellable(\Closure $program, Cancellation $cancellation, \mysqli|\mysqli_stmt|\PDO|null $connection = null, float $grace = 1.0): mixed
{
	if ($grace < 0.0) {
		throw new \ValueError('Mynd\Revolt\cancellable(): Argument #4 ($grace) must be greater than or equal to 0');
	}
	$cancellation->throwIfRequested();
	return (new Region($cancellation, $connection, $grace))->run($program);
}
