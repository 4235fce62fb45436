<?php
/*
 * The peer that says what a seed makes: php player.php CERTIFICATE prints its port. A text "SHAPE seed" is
 * answered with that result set, as a query, as a statement, by a cursor; compressed and over TLS if the
 * client wants that. A fork serves each connection; the end of standard input ends it.
 */
require __DIR__ . '/../faults/peer.inc';
require __DIR__ . '/shape.inc';

const CLIENT_COMPRESS = 0x20, CLIENT_SSL = 0x800, CURSOR_EXISTS = 0x40, LAST_ROW_SENT = 0x80;

/** One conversation. */
final class Player
{
	/** @var array<int, ?Shape> by the statement's id; null: SELECT 1 */
	private array $statements = [];
	/** @var array<int, int> the cursor's next row */
	private array $cursors = [];
	private string $waiting = '';

	public function __construct(private Peer $peer, private string $certificate)
	{
	}

	public function play(): void
	{
		$p = $this->peer;
		$p->packet(Peer::greeting(['caps' => 0x81BFF7DF | CLIENT_COMPRESS | CLIENT_SSL]));
		$wanted = unpack('V', $p->hear())[1];
		if ($wanted & CLIENT_SSL) {
			$p->tls($this->certificate);
			$wanted = unpack('V', $p->hear())[1];
		}
		$p->packet(Peer::ok());
		$p->compressed = (bool) ($wanted & CLIENT_COMPRESS);
		for (;;) {
			$this->answer($p->hear());
		}
	}

	private function answer(string $heard): void
	{
		$text = substr($heard, 1);
		switch (ord($heard[0])) {
			case 0x03: /* a text */
				if (str_starts_with($text, 'SHAPE ')) {
					$this->result(self::shape($text), 0, PHP_INT_MAX);
				} elseif (str_starts_with($text, 'SELECT 1')) {
					$this->send(Peer::result(['one'], [['1']]));
				} else {
					$this->peer->packet(Peer::ok());
				}
				break;
			case 0x16: /* prepare */
				$id = count($this->statements) + 1;
				$shape = $this->statements[$id] = str_starts_with($text, 'SHAPE ') ? self::shape($text) : null;
				if ($shape === null) {
					$this->send(Peer::prepared($id, ['one']));
					break;
				}
				$this->begin();
				$this->put("\0" . pack('VvvCv', $id, $shape->columns, 0, 0, 0));
				array_map($this->put(...), $shape->definitions());
				$this->put(Peer::eof());
				$this->flush();
				break;
			case 0x17: /* execute */
				['id' => $id, 'flags' => $flags] = unpack('Vid/Cflags', $text);
				if ($this->statements[$id] === null) {
					$this->send(Peer::binary_result(['one'], [['1']]));
					break;
				}
				if ($flags & 1) {
					$this->cursors[$id] = 0;
				}
				$this->result($this->statements[$id], 0, $flags & 1 ? 0 : PHP_INT_MAX);
				break;
			case 0x1c: /* fetch */
				['id' => $id, 'rows' => $rows] = unpack('Vid/Vrows', $text);
				$shape = $this->statements[$id];
				$this->begin();
				$to = min($shape->rows, $this->cursors[$id] + $rows);
				for ($row = $this->cursors[$id]; $row < $to; $row++) {
					$this->put($shape->payload($row));
				}
				$this->cursors[$id] = $to;
				$this->put(Peer::eof(2 | CURSOR_EXISTS | ($to === $shape->rows ? LAST_ROW_SENT : 0)));
				$this->flush();
				break;
			case 0x19: /* close: no answer */
				break;
			default:
				$this->peer->packet(Peer::ok());
		}
	}

	private static function shape(string $text): Shape
	{
		return Shape::of(substr($text, 6));
	}

	/** A result set, or what opens a cursor on one: then there are no rows. */
	private function result(Shape $shape, int $from, int $to): void
	{
		$this->begin();
		$this->put($shape->count_packet());
		array_map($this->put(...), $shape->definitions());
		$cursor = $to === 0;
		$this->put(Peer::eof($cursor ? 2 | CURSOR_EXISTS : 2));
		if (!$cursor) {
			for ($row = $from; $row < $shape->rows; $row++) {
				$this->put($shape->payload($row));
			}
			$this->put(Peer::eof());
		}
		$this->flush();
	}

	/* --- bytes: in writes and compressed frames of any size --- */

	private function begin(): void
	{
		mt_srand(crc32((string) $this->peer->sequence) + count($this->statements));
	}

	private function put(string $payload): void
	{
		$p = $this->peer;
		for ($at = 0; ; $at += FRAME) {
			$part = $at === 0 && strlen($payload) < FRAME ? $payload : substr($payload, $at, FRAME);
			$this->waiting .= Peer::frame($part, $p->sequence++);
			if (strlen($part) < FRAME) {
				break;
			}
		}
		if (strlen($this->waiting) > 1 << 20) {
			$this->flush();
		}
	}

	private function flush(): void
	{
		$this->send($this->waiting);
		$this->waiting = '';
	}

	private function send(string $bytes): void
	{
		if (!$this->peer->compressed) {
			$this->peer->raw($bytes);
			return;
		}
		for ($at = 0; $at < strlen($bytes); $at += $n) {
			$n = min(strlen($bytes) - $at, Shape::pick([200, 5000, 100000, 1 << 20, 0xFFFFF0]) + mt_rand(0, 9));
			$this->peer->raw(Peer::packed(substr($bytes, $at, $n), $this->peer->number++, stored: $n < 50 || Shape::chance(30)));
		}
	}
}

$certificate = $argv[1];
const FORGOTTEN = 600; /* seconds */
pcntl_signal(SIGCHLD, SIG_IGN);
$server = Peer::start(function (Peer $p) use ($certificate) {
	pcntl_alarm(FORGOTTEN);
	if (pcntl_fork() === 0) {
		pcntl_alarm(FORGOTTEN);
		try {
			(new Player($p, $certificate))->play();
		} catch (PeerGone) {
		}
		posix_kill(getmypid(), SIGKILL);
	}
}, PHP_INT_MAX, null, FORGOTTEN);
echo $server->port, "\n";
fgets(STDIN);
$server->end();
