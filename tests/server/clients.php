<?php
/*
 * Clients of an HTTP server that keep their connections, as many as wanted at the same time, with
 * stream_select().
 */
declare(strict_types=1);

final class Client
{
	/** @var ?resource */
	private $stream = null;
	private string $buffer = '';
	private string $unsent = '';
	public mixed $request = null;

	public function __construct(private readonly int $port)
	{
	}

	/** `note` is what the answer comes back with. */
	public function send(string $method, string $path, string $body, mixed $note): void
	{
		$this->stream ??= stream_socket_client("tcp://127.0.0.1:$this->port", $code, $text, 10);
		stream_set_blocking($this->stream, false);
		$this->request = $note;
		$this->unsent = "$method $path HTTP/1.1\r\nhost: shop\r\ncontent-length: " . strlen($body) . "\r\n\r\n$body";
		$this->write();
	}

	/** @return ?resource */
	public function stream()
	{
		return $this->stream;
	}

	public function has_unsent(): bool
	{
		return $this->unsent !== '';
	}

	public function write(): void
	{
		$this->unsent = substr($this->unsent, (int) @fwrite($this->stream, $this->unsent));
	}

	/**
	 * What has come.
	 *
	 * @return ?array{int, mixed} null: not all of it yet; a status of 0: the connection has ended
	 */
	public function read(): ?array
	{
		$chunk = fread($this->stream, 65536);
		if ($chunk === false || ($chunk === '' && feof($this->stream))) {
			$this->close();
			return [0, null];
		}
		$this->buffer .= $chunk;
		if (preg_match('#^HTTP/1\.1 (\d+).*?\r\n\r\n#s', $this->buffer, $head) !== 1) {
			return null;
		}
		$rest = substr($this->buffer, strlen($head[0]));
		$body = preg_match('/^content-length: (\d+)/mi', $head[0], $length) === 1 ? self::take($rest, (int) $length[1]) : self::take_chunks($rest);
		if ($body === null) {
			return null;
		}
		$this->buffer = $rest;
		if (preg_match('/^connection: close/mi', $head[0]) === 1) {
			$this->close();
		}
		return [(int) $head[1], json_decode($body, true)];
	}

	/** From the beginning of the bytes, which lose it; null: it is not there yet. */
	private static function take(string &$bytes, int $length): ?string
	{
		if (strlen($bytes) < $length) {
			return null;
		}
		$taken = substr($bytes, 0, $length);
		$bytes = substr($bytes, $length);
		return $taken;
	}

	/** The same of a body in chunks: each after its length in hexadecimal, the last one is empty. */
	private static function take_chunks(string &$bytes): ?string
	{
		$rest = $bytes;
		for ($body = ''; preg_match('/^([0-9a-f]+)\r\n/i', $rest, $length) === 1; $body .= substr($chunk, 0, -2)) {
			$rest = substr($rest, strlen($length[0]));
			$chunk = self::take($rest, hexdec($length[1]) + 2);
			if ($chunk === null) {
				return null;
			}
			if ($chunk === "\r\n") {
				$bytes = $rest;
				return $body;
			}
		}
		return null;
	}

	public function close(): void
	{
		if ($this->stream !== null) {
			fclose($this->stream);
		}
		$this->stream = null;
		$this->buffer = $this->unsent = '';
	}
}

/**
 * Each client that has answered in full gets its answer told: function (client, note, status, answer). It may
 * send the next request in there. Ends when no request is under way.
 *
 * @param list<Client> $clients
 */
function run_clients(array $clients, float $seconds, callable $told): void
{
	$until = microtime(true) + $seconds;
	while (true) {
		$read = $write = [];
		foreach ($clients as $i => $client) {
			if ($client->request !== null) {
				$read[$i] = $client->stream();
				if ($client->has_unsent()) {
					$write[$i] = $client->stream();
				}
			}
		}
		if ($read === []) {
			return;
		}
		if (microtime(true) > $until) {
			throw new RuntimeException(count($read) . " requests were not answered within $seconds seconds");
		}
		$none = null;
		stream_select($read, $write, $none, 1);
		foreach ($write as $i => $stream) {
			$clients[$i]->write();
		}
		foreach ($read as $i => $stream) {
			$answer = $clients[$i]->read();
			if ($answer !== null) {
				$note = $clients[$i]->request;
				$clients[$i]->request = null;
				$told($clients[$i], $note, ...$answer);
			}
		}
	}
}

/** One request by a client of its own. */
function ask_shop(int $port, string $method, string $path, string $body = ''): array
{
	$said = [0, null];
	$client = new Client($port);
	$client->send($method, $path, $body, true);
	run_clients([$client], 30, static function (Client $client, mixed $note, int $status, mixed $answer) use (&$said): void {
		$said = [$status, $answer];
	});
	$client->close();
	return $said;
}
