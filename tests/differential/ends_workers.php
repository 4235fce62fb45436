<?php
// Who runs the requests of programs of the kind "ends" on one side: a worker of php-fpm, or a process for
// each. A request that has been sent is answered by its lines, after it is over.
// Always true: workers are started before the first request, so that none inherits the socket of one, which
// would not be closed then.

require_once __DIR__ . '/../fastcgi.php';

/** php-fpm with one worker, which keeps its persistent connections from one request to the next. */
final class FpmWorker
{
	/** @var resource|null */
	private $process = null, $request;

	/** @param list<string> $settings NAME=VALUE @param string $ini the folder of PHP's modules */
	public function __construct(private string $program, private string $ini, private array $settings, private string $folder)
	{
		$this->start();
	}

	private function start(): void
	{
		is_dir($this->folder) || mkdir($this->folder, 0777, true);
		$user = function_exists('posix_getuid') && posix_getuid() === 0 ? "user = root\n" : '';
		file_put_contents("$this->folder/php.ini", implode("\n", array_map(fn ($setting) => preg_replace('/=(.*)/', '="$1"', $setting), $this->settings)) . "\n");
		file_put_contents("$this->folder/fpm.conf", "[global]\nerror_log = $this->folder/fpm.log\n[ends]\n{$user}listen = $this->folder/socket\nlisten.backlog = 16\npm = static\npm.max_children = 1\npm.max_requests = 1000\nclear_env = no\n");
		@unlink("$this->folder/socket");
		/* it ends with this program, whatever ends that */
		$command = ['setpriv', '--pdeathsig', 'TERM', $this->program, ...($user !== '' ? ['-R'] : []), '-F', '-c', "$this->folder/php.ini", '-y', "$this->folder/fpm.conf"];
		$this->process = proc_open($command, [['file', '/dev/null', 'r'], ['file', "$this->folder/out", 'w'], ['file', "$this->folder/out", 'w']], $pipes, null, ['PHP_INI_SCAN_DIR' => $this->ini] + getenv());
		for ($tries = 0; $tries < 500 && !file_exists("$this->folder/socket"); $tries++) {
			usleep(10000);
		}
	}

	public function send(array $program): void
	{
		$this->request = stream_socket_client("unix://$this->folder/socket", $number, $text, 10);
		$bytes = request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => __DIR__ . '/ends_page.php', 'MYND_PROGRAM' => json_encode($program, JSON_THROW_ON_ERROR)]);
		for ($at = 0; $at < strlen($bytes);) {
			$at += fwrite($this->request, substr($bytes, $at));
		}
	}

	/** @return list<string> the last one says so if the worker has ended */
	public function lines(): array
	{
		stream_set_timeout($this->request, 15);
		$bytes = stream_get_contents($this->request);
		fclose($this->request);
		$printed = printed($bytes);
		if ($printed === null) {
			return ['{"ended":"no answer"}'];
		}
		$body = explode("\r\n\r\n", $printed[0], 2)[1] ?? '';
		return array_values(array_filter(explode("\n", $body), fn ($line) => str_starts_with($line, '{"n":')));
	}

	public function stop(): void
	{
		if ($this->process !== null) {
			proc_terminate($this->process);
			proc_close($this->process);
			$this->process = null;
		}
	}
}

/** A process that has connected to nothing, and forks one for each request. */
final class ForkWorker
{
	/** @var resource|null */
	private $process = null;
	private array $pipes = [];

	/** @param list<string> $command PHP with its options */
	public function __construct(private array $command, private string $log)
	{
		$this->start();
	}

	private function start(): void
	{
		$this->process = proc_open([...$this->command, __DIR__ . '/ends_forks.php'], [['pipe', 'r'], ['pipe', 'w'], ['file', $this->log, 'a']], $this->pipes);
	}

	public function send(array $program): void
	{
		$this->process ?? $this->start();
		fwrite($this->pipes[0], json_encode($program, JSON_THROW_ON_ERROR) . "\n");
	}

	/** @return list<string> */
	public function lines(): array
	{
		for ($lines = []; ($line = fgets($this->pipes[1])) !== false;) {
			if ($line[0] === '.') {
				return $line === ".\n" ? $lines : [...$lines, json_encode(['ended' => 'by signal ' . substr($line, 1, -1)])];
			}
			str_starts_with($line, '{"n":') && $lines[] = rtrim($line);
		}
		$this->stop();
		return [...$lines, '{"ended":"the parent has ended"}'];
	}

	public function stop(): void
	{
		if ($this->process !== null) {
			array_map(fclose(...), $this->pipes);
			proc_close($this->process);
			$this->process = null;
		}
	}
}
