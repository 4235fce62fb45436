<?php
/*
 * One worker: amphp's HTTP server, and the shop. server.php starts two of them, which listen on the same port
 * (SO_REUSEPORT): the kernel gives each new client to one of them. SIGTERM ends it when the requests that
 * have come are answered.
 */
declare(strict_types=1);

namespace Shop;

require __DIR__ . '/vendor/autoload.php';

use Amp\DeferredCancellation;
use Amp\Http\Server\DefaultErrorHandler;
use Amp\Http\Server\Driver\Client;
use Amp\Http\Server\Request;
use Amp\Http\Server\RequestHandler\ClosureRequestHandler;
use Amp\Http\Server\Response;
use Amp\Http\Server\SocketHttpServer;
use Amp\Socket\BindContext;
use Amp\Socket\InternetAddress;
use Psr\Log\NullLogger;

use function Amp\trapSignal;

\Mynd\Revolt\install();
/**
 * @var array{dsn: string, user: string, password: string, address: string, port: int, connections: int}
 * $settings
 */
$settings = require __DIR__ . '/src/settings.php';
$database = new Database($settings['dsn'], $settings['user'], $settings['password'], $settings['connections']);
$shop = new Shop($database);

/** @var \WeakMap<Client, DeferredCancellation> $clients those that are there */
$clients = new \WeakMap();
$watch = static function (Client $client) use ($clients): DeferredCancellation {
	$clients[$client] = $gone = new DeferredCancellation();
	$client->onClose(static fn () => $gone->cancel());
	return $gone;
};
$server = SocketHttpServer::createForDirectAccess(new NullLogger(), connectionLimit: 2000, connectionLimitPerIp: 2000, concurrencyLimit: 1000);
$server->expose(new InternetAddress($settings['address'], $settings['port']), (new BindContext())->withReusePort()->withBacklog(1024));
$server->start(new ClosureRequestHandler(static function (Request $request) use ($shop, $clients, $watch): Response {
	$client = $request->getClient();
	$gone = $clients[$client] ?? $watch($client);
	[$status, $answer] = $shop->answer($request->getMethod(), $request->getUri()->getPath(), $request->getBody()->buffer(), $gone->getCancellation());
	$headers = ['content-type' => 'application/json'] + ($status === 503 ? ['retry-after' => '1'] : []);
	return new Response($status, $headers, \json_encode($answer, \JSON_THROW_ON_ERROR));
}), new DefaultErrorHandler());
\fwrite(\STDOUT, "ready\n");

trapSignal([\SIGTERM, \SIGINT]);
$server->stop();
$database->close();
