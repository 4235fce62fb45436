<?php
/*
 * Stands for worker.php of examples/server where amphp/http-server cannot be had: the same application, two
 * processes on one port, over as much HTTP as clients.php speaks. Same promises: SIGTERM ends it when the
 * requests that have come are answered.
 */
declare(strict_types=1);

namespace Shop;

require __DIR__ . '/vendor/autoload.php';

use Amp\CancelledException;
use Amp\DeferredCancellation;
use Amp\Socket\BindContext;
use Amp\Socket\InternetAddress;
use Amp\Socket\Socket;
use Revolt\EventLoop;

use function Amp\async;
use function Amp\Future\await;
use function Amp\Socket\listen;

/**
 * Reads what the client sends while its request is answered, until the answer is there.
 *
 * @return string the bytes; if the client closes, `gone` is cancelled
 */
function watch(Socket $client, DeferredCancellation $gone, DeferredCancellation $answered): string
{
	$bytes = '';
	try {
		while (($chunk = $client->read($answered->getCancellation())) !== null) {
			$bytes .= $chunk;
		}
		$gone->cancel();
	} catch (CancelledException) {
	}
	return $bytes;
}

/** One client; `requests` has the answers that are being made. */
function serve(Socket $client, Shop $shop, \ArrayObject $requests): void
{
	$buffer = '';
	while (true) {
		while (!\str_contains($buffer, "\r\n\r\n")) {
			$buffer .= $chunk = $client->read();
			if ($chunk === null) {
				return;
			}
		}
		[$head, $buffer] = \explode("\r\n\r\n", $buffer, 2);
		$length = \preg_match('/^content-length: (\d+)\r?$/mi', $head, $match) === 1 ? (int) $match[1] : 0;
		while (\strlen($buffer) < $length) {
			$buffer .= $client->read();
		}
		[$method, $path] = \explode(' ', $head);
		$body = \substr($buffer, 0, $length);
		$buffer = \substr($buffer, $length);
		[$gone, $answered] = [new DeferredCancellation(), new DeferredCancellation()];
		$request = async(static function () use ($client, $shop, $method, $path, $body, $gone): void {
			[$status, $answer] = $shop->answer($method, $path, $body, $gone->getCancellation());
			$text = \json_encode($answer, \JSON_THROW_ON_ERROR);
			$client->write("HTTP/1.1 $status -\r\ncontent-type: application/json\r\ncontent-length: " . \strlen($text) . "\r\n\r\n$text");
		});
		$requests[\spl_object_id($request)] = $request;
		$watch = async(watch(...), $client, $gone, $answered);
		try {
			$request->await();
		} finally {
			unset($requests[\spl_object_id($request)]);
			$answered->cancel();
			$buffer .= $watch->await();
		}
	}
}

\Mynd\Revolt\install();
$settings = require __DIR__ . '/src/settings.php';
$database = new Database($settings['dsn'], $settings['user'], $settings['password'], $settings['connections']);
$shop = new Shop($database);
$requests = new \ArrayObject();
$server = listen(new InternetAddress($settings['address'], $settings['port']), (new BindContext())->withReusePort()->withBacklog(1024));
EventLoop::onSignal(\SIGTERM, static fn () => $server->close());
\fwrite(\STDOUT, "ready\n");
while ($client = $server->accept()) {
	async(serve(...), $client, $shop, $requests)->ignore();
}
await($requests->getArrayCopy());
$database->close();
exit(0);
