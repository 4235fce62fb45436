<?php
/*
 * Symfony Messenger's worker on its Doctrine transport, against a server that closes idle connections after
 * two seconds: the handler of each message takes longer than that. Three messages are sent; what is printed:
 * each message that was handled, and how many are left.
 *
 *   messenger.php FOLDER-OF-PHP-FILES
 */
declare(strict_types=1);

use Doctrine\DBAL\DriverManager;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\Connection;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\DoctrineTransport;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\EventListener\StopWorkerOnMessageLimitListener;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use Symfony\Component\Messenger\Worker;

error_reporting(E_ALL & ~E_DEPRECATED); // the libraries' own
set_include_path($argv[1]);
spl_autoload_register(function (string $class) use ($argv): void {
	$file = "$argv[1]/" . strtr($class, '\\', '/') . '.php';
	is_file($file) && require $file;
});
require 'Doctrine/DBAL/autoload.php';
require __DIR__ . '/idle.inc';

final class Job
{
	public function __construct(public int $number)
	{
	}
}

$db = DriverManager::getConnection(['driver' => 'pdo_mysql', 'unix_socket' => getenv('MYND_TEST_SOCKET'), 'dbname' => getenv('MYND_TEST_DB'), 'charset' => 'utf8mb4',
	'user' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD')]);
$db->executeStatement('DROP TABLE IF EXISTS messenger_messages');
$transport = new DoctrineTransport(new Connection(Connection::buildConfiguration('doctrine://default'), $db), new PhpSerializer);
$transport->setup();
$db->close(); // what made the table is over
for ($number = 1; $number <= 3; $number++) {
	$transport->send(new Envelope(new Job($number)));
}
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Job::class => [function (Job $job) {
	wait_for_the_end_of_idle_connections();
	echo "handled $job->number\n";
}]]))]);
$events = new EventDispatcher;
$events->addSubscriber(new StopWorkerOnMessageLimitListener(3));
try {
	(new Worker(['doctrine' => $transport], $bus, $events))->run(['sleep' => 1000]);
} catch (Throwable $e) {
	for (; $e->getPrevious() !== null; $e = $e->getPrevious()) {
	}
	echo 'the worker has ended: ', $e->getMessage(), "\n";
}
echo watch()->query("SELECT COUNT(*) FROM messenger_messages WHERE delivered_at IS NULL OR delivered_at < '9999-12-31'")->fetch_column(), " left\n";
watch()->query('DROP TABLE messenger_messages');
