<?php
/* What the programs of this folder share. */
declare(strict_types=1);

require __DIR__ . '/../packages.php';
require __DIR__ . '/config.php';

use Illuminate\Container\Container;
use Illuminate\Database\Capsule\Manager as DB;
use Illuminate\Events\Dispatcher;
use Mynd\Laravel\ServiceProvider;
use Mynd\Laravel\TransactionsManager;

/** Laravel's database component without an application. */
function capsule(array $mynd = []): DB
{
	$container = new Container();
	ServiceProvider::install($container);
	$capsule = new DB($container);
	$capsule->addConnection(config_of($mynd));
	$capsule->setEventDispatcher(new Dispatcher($container));
	$container->singleton('db.transactions', static fn (): TransactionsManager => new TransactionsManager());
	$capsule->setAsGlobal();
	$capsule->bootEloquent();
	return $capsule;
}

/** The number of the connection on the server. */
function number(): int
{
	return (int) DB::scalar('SELECT CONNECTION_ID()');
}
