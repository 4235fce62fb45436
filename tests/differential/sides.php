<?php
// The two PHPs that run programs: stock and mynd. A side is a process of runner.php; programs go in by its
// standard input, answers come out.
// Always true: both run a program in a database of the same name, one after the other; while mynd runs one
// chunk of programs in one database, stock runs the next chunk in the other. A side that dies or is silent
// for too long is started anew, and its program's answer says so.

final class Side
{
	private const SILENCE = 40;
	/** @var resource|null */
	private $process = null;
	private array $pipes = [];
	private string $unsent = '';
	private string $unread = '';
	/** @var list<string> programs whose answer has not come, as sent */
	private array $waiting = [];
	private array $lines = [];
	/** @var list<list<string>> answers: lines */
	private array $answers = [];
	private float $heard = 0;

	public function __construct(public readonly string $name, private array $command, private string $log)
	{
	}

	public function send(string $database, array $programs): void
	{
		foreach ($programs as $program) {
			$this->waiting[] = json_encode([$database, $program], JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR) . "\n";
		}
		$this->answers = [];
		$this->start();
	}

	public function is_done(): bool
	{
		return $this->waiting === [];
	}

	public function answers(): array
	{
		return $this->answers;
	}

	private function start(): void
	{
		if ($this->process === null) {
			$this->process = proc_open([...$this->command, __DIR__ . '/runner.php'], [['pipe', 'r'], ['pipe', 'w'], ['file', $this->log, 'a']], $this->pipes);
			stream_set_blocking($this->pipes[0], false);
			stream_set_blocking($this->pipes[1], false);
			$this->unread = '';
		}
		$this->unsent = implode('', $this->waiting);
		$this->heard = microtime(true);
	}

	/** Streams to wait for. */
	public function streams(array &$read, array &$write): void
	{
		if (!$this->is_done()) {
			$read[$this->name] = $this->pipes[1];
			if ($this->unsent !== '') {
				$write[$this->name] = $this->pipes[0];
			}
		}
	}

	public function step(array $read, array $write): void
	{
		if ($this->is_done()) {
			return;
		}
		if (isset($write[$this->name])) {
			$sent = @fwrite($this->pipes[0], substr($this->unsent, 0, 65536));
			$this->unsent = substr($this->unsent, (int) $sent);
		}
		if (isset($read[$this->name])) {
			$this->read();
		} elseif (microtime(true) - $this->heard > self::SILENCE) {
			$this->end('is silent');
		}
	}

	private function read(): void
	{
		$bytes = fread($this->pipes[1], 1 << 20);
		if ($bytes === '' || $bytes === false) {
			if (feof($this->pipes[1])) {
				$this->end('ended');
			}
			return;
		}
		$this->heard = microtime(true);
		$lines = explode("\n", $this->unread . $bytes);
		$this->unread = array_pop($lines);
		foreach ($lines as $line) {
			$line === '.' ? $this->answered() : $this->lines[] = $line;
		}
	}

	private function answered(): void
	{
		$this->answers[] = $this->lines;
		$this->lines = [];
		array_shift($this->waiting);
	}

	/**
	 * What the process did is the last line of the program's answer; the programs behind it go to a new
	 * process.
	 */
	private function end(string $how): void
	{
		if ($how === 'is silent') {
			proc_terminate($this->process, 9);
		}
		$status = $this->wait();
		$said = trim((string) @file_get_contents($this->log, false, null, max(0, (int) @filesize($this->log) - 400)));
		$this->lines[] = json_encode(['n' => count($this->lines), 'ended' => $how . ($status['signaled'] ? " by signal $status[termsig]" : " with $status[exitcode]"), 'output' => trim(substr($this->unread, -300) . ' ' . $said)], JSON_INVALID_UTF8_SUBSTITUTE);
		$this->answered();
		if (!$this->is_done()) {
			$this->start();
		}
	}

	private function wait(): array
	{
		do {
			$status = proc_get_status($this->process);
			$status['running'] && usleep(1000);
		} while ($status['running']);
		$this->process = null;
		return $status;
	}

	/** Ends the process in an orderly way, so that the next program starts with a new one. */
	public function stop(): void
	{
		if ($this->process !== null) {
			array_map(fclose(...), $this->pipes);
			proc_close($this->process);
			$this->process = null;
		}
	}
}

final class Sides
{
	public readonly Side $stock;
	public readonly Side $mynd;

	public function __construct(array $stock, array $mynd, string $folder, private string $database = 'mynd_diff')
	{
		$options = ['-d', 'mysqli.allow_local_infile=1', '-d', 'memory_limit=1G', '-d', 'mysqlnd.net_read_timeout=6', '-d', 'display_errors=stderr', '-d', 'log_errors=0', '-d', 'html_errors=0'];
		$this->stock = new Side('stock', [...$stock, ...$options], "$folder/stock.log");
		$this->mynd = new Side('mynd', [...$mynd, ...$options], "$folder/mynd.log");
	}

	/** Waits until both have answered what they were sent. */
	public function wait(): void
	{
		while (!$this->stock->is_done() || !$this->mynd->is_done()) {
			$read = $write = $except = [];
			$this->stock->streams($read, $write);
			$this->mynd->streams($read, $write);
			if (stream_select($read, $write, $except, 1) === false) {
				continue;
			}
			$this->stock->step($read, $write);
			$this->mynd->step($read, $write);
		}
	}

	/** @return array{list<string>, list<string>} the answers to one program, which runs here and there */
	public function both(array $program): array
	{
		$this->stock->send($this->database, [$program]);
		$this->wait();
		$this->mynd->send($this->database, [$program]);
		$this->wait();
		return [$this->stock->answers()[0], $this->mynd->answers()[0]];
	}

	public function stop(): void
	{
		$this->stock->stop();
		$this->mynd->stop();
	}
}
