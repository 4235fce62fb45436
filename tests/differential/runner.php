<?php
// Runs programs on the PHP it is started with: a program a line on standard input, answers on standard
// output, one line a call and "." at the end. A line: {"n": number of the call, "value" | "thrown", "said":
// warnings, "seen": what changed of each object's properties, "vars": of variables}.
// Always true: a program begins with nothing of the one before: its own database, links, report mode; one
// that is no object is not called upon.

require __DIR__ . '/values.php';
require __DIR__ . '/shapes.php';
require __DIR__ . '/canon.php';
require __DIR__ . '/schema.php';

final class Run
{
	/** @var array<string, mixed> */
	public array $slots = [];
	public array $vars = [];
	private array $seen = [];
	private array $said = [];
	private array $masked;
	/** See with_one_error(). */
	private bool $hasTwoErrors;
	/** What was prepared may still wait for its first execute. */
	private bool $waits = false;
	/** Calls that need nothing of the server, so that it goes on waiting. */
	private const LOCAL = ['assign', 'vars', 'report', 'bind_param', 'attr_set', 'attr_get', 'param_count', 'affected_rows', 'insert_id', 'num_rows', 'errno', 'error', 'error_list', 'sqlstate', 'stmt_init', 'character_set_name', 'get_charset', 'real_escape_string', 'escape_string'];
	/** Who asks for these ends the waiting. */
	private const OF_THE_SERVER = ['field_count' => 1, 'warning_count' => 1, 'id' => 1];

	/** Stock's warning of a TLS connection that the server has closed: it depends on the moment. */
	private const RESET_UNDER_TLS = '/: SSL: (Connection reset by peer|Broken pipe)$/';

	public function __construct(private array $program)
	{
		$this->masked = $program['masked'] ?? ['thread_id'];
		$this->hasTwoErrors = ($program['mysql'] ?? false) && str_contains(json_encode($program['calls']), 'information_schema');
	}

	public function run(): void
	{
		set_error_handler(function (int $level, string $text): bool {
			if (!preg_match(self::RESET_UNDER_TLS, $text)) {
				$this->said[] = [$level, canon_message($this->unmasked($text))];
			}
			return true;
		});
		foreach ($this->program['calls'] as $number => $call) {
			$this->said = [];
			$line = ['n' => $number] + $this->outcome($call);
			$line['said'] = $this->said;
			$this->said = [];
			$this->waits = $this->waits_after($call);
			$line['seen'] = $this->changes();
			if ($this->said !== []) {
				$line['said while looking'] = $this->said;
			}
			echo $this->with_one_error($this->without_ids(json_encode($line, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR))), "\n";
			unset($line);
		}
		restore_error_handler();
		$this->slots = $this->vars = [];
	}

	/** The server's texts that name a statement's id. */
	private function without_ids(string $line): string
	{
		return str_contains($line, 'statement handler (') && in_array('id', $this->masked, true)
			? preg_replace('/string\(\d+\) ([^"]*Unknown prepared statement handler \()\d+/', '$1', $line) : $line;
	}

	/**
	 * In information_schema MySQL answers SHOW CREATE TABLE of a table that is none with 1109 on some
	 * connections and with 1146 on others, for as long as they last (tried, on stock alone).
	 */
	private function with_one_error(string $line): string
	{
		return !$this->hasTwoErrors ? $line : preg_replace(
			['/\b1109\b/', "/string\(\d+\) ([^\"]*)Unknown table '(\w+)' in information_schema/", "/string\(\d+\) ([^\"]*Table 'information_schema\.\w+' doesn't exist)/"],
			['1146', "string() $1Table 'information_schema.$2' doesn't exist", 'string() $1'], $line);
	}

	private function unmasked(string $text): string
	{
		return preg_replace('/PID=\d+/', 'PID', $text);
	}

	private function outcome(array $call): array
	{
		if (isset($call['on']) && !is_object($this->slots[$call['on']] ?? null)) {
			return ['left out' => $call['on']];
		}
		foreach ($this->slots_in($call['args'] ?? []) as $slot) {
			if (!is_object($this->slots[$slot] ?? null)) {
				return ['left out' => $slot];
			}
		}
		try {
			$value = $this->call($call);
			$outcome = ['value' => $this->shown($value, $call['mask'] ?? null)];
			if (isset($call['to'])) {
				$this->slots[$call['to']] = $value;
			}
			return $outcome;
		} catch (Throwable $thrown) {
			return ['thrown' => canon_throwable($thrown)];
		}
	}

	private function slots_in(array $args): array
	{
		$slots = [];
		foreach ($args as $arg) {
			if (is_array($arg) && isset($arg['slot'])) {
				$slots[] = $arg['slot'];
			}
		}
		return $slots;
	}

	/** The value as it is compared; some depend on the moment, which the generator knows. */
	private function shown(mixed $value, ?string $mask): mixed
	{
		return match ($mask) {
			null => canon($value),
			'type' => get_debug_type($value),
			'keys' => is_array($value) ? canon(array_keys($value)) : canon($value),
			'digits' => is_string($value) ? preg_replace('/\d+(\.\d+)?/', '0', $value) : canon($value),
		};
	}

	private function arguments(array $args): array
	{
		$given = [];
		foreach ($args as $arg) {
			if (is_array($arg) && array_key_first($arg) === 'var') {
				$given[] = &$this->vars[$arg['var']];
			} else {
				$given[] = value_of($arg, $this);
			}
		}
		return $given;
	}

	private function call(array $call): mixed
	{
		$args = $this->arguments($call['args'] ?? []);
		$object = isset($call['on']) ? $this->slots[$call['on']] : null;
		switch ($call['do']) {
			case 'method':
				if ($call['name'] === 'debugDumpParams') {
					ob_start(); // lines, because a long text is compared by its hash
					return [$object->debugDumpParams(), explode("\n", ob_get_clean())];
				}
				return $object->{$call['name']}(...$args);
			case 'function':
				return $call['name'](...$args);
			case 'new':
				return new $call['name'](...$args);
			case 'read':
				return $object->{$call['name']};
			case 'write':
				return $object->{$call['name']} = $args[0];
			case 'isset':
				return isset($object->{$call['name']});
			case 'drop':
				unset($object);
				unset($this->slots[$call['on']]);
				return null;
			case 'assign':
				$this->vars[$call['name']] = $args[0];
				return null;
			case 'vars':
				return $this->vars;
			case 'foreach':
				return $this->iterate($object, $call['limit']);
			case 'poll':
				return $this->poll($call, $object);
			case 'dump':
				ob_start();
				var_dump($object);
				return preg_replace(['/(\["thread_id"\]=>\s*int\()\d+/', '/#\d+/'], ['$1', '#'], ob_get_clean());
		}
	}

	private function iterate(iterable $object, int $limit): array
	{
		$rows = [];
		foreach ($object as $key => $row) {
			$rows[] = [$key, canon($row)];
			if (--$limit <= 0) {
				break;
			}
		}
		return $rows;
	}

	private function poll(array $call, object $link): array
	{
		$read = $error = $reject = [];
		foreach ($call['links'] as $slot) {
			if (is_object($this->slots[$slot] ?? null)) {
				$read[] = $error[] = $reject[] = $this->slots[$slot];
			}
		}
		$count = $call['style'] === 'oo' ? mysqli::poll($read, $error, $reject, 3) : mysqli_poll($read, $error, $reject, 3);
		return [$count, count($read), count($error), count($reject)];
	}

	/** Depends on the program alone, so that both sides look at the same properties. */
	private function waits_after(array $call): bool
	{
		$name = preg_replace('/^mysqli_(stmt_(?!init))?/', '', $call['name'] ?? $call['do']);
		$prepares = $name === 'prepare' || $name === 'stmt' && isset($call['args'][1]);
		return ($this->program['late'] ?? false) && ($prepares || $this->waits && in_array($name, self::LOCAL, true));
	}

	/** @return array<string, mixed> what is not asked for is what it was */
	private function look_at(object $object, array $before): array
	{
		$left_out = $this->waits && ($object instanceof mysqli || $object instanceof mysqli_stmt) ? self::OF_THE_SERVER : [];
		return Properties::of($object, $this->masked, $left_out) + array_intersect_key($before, $left_out);
	}

	/** What is another than after the call before: each object's properties, and the variables. */
	private function changes(): array
	{
		$changes = [];
		foreach ($this->slots as $name => $object) {
			$before = $this->seen[$name] ?? [];
			$now = is_object($object) ? $this->look_at($object, $before) : ['no object' => canon($object)];
			foreach ($now as $property => $value) {
				if (!array_key_exists($property, $before) || $before[$property] !== $value) {
					$changes[$name][$property] = $value;
				}
			}
			foreach ($before as $property => $value) {
				if (!array_key_exists($property, $now)) {
					$changes[$name][$property] = 'gone';
				}
			}
			$this->seen[$name] = $now;
		}
		foreach ($this->vars as $name => $value) {
			$now = canon($value);
			if (($this->seen['vars'][$name] ?? null) !== $now) {
				$changes['vars'][$name] = $this->seen['vars'][$name] = $now;
			}
		}
		return $changes;
	}
}

/** The link by which databases are made ready; programs never see it. */
final class Stage
{
	private mysqli $link;
	private array $made = [];

	public function __construct()
	{
		$this->link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
		$this->link->set_charset('utf8mb4');
		$this->link->query("SET sql_mode='', lock_wait_timeout=30");
	}

	/** Whatever a statement of the schema says, it says to both. */
	public function set(string $database, array $statements): void
	{
		mysqli_report(MYSQLI_REPORT_OFF);
		if (!isset($this->made[$database])) {
			$this->made[$database] = true;
			$this->link->query("DROP DATABASE IF EXISTS $database");
			$this->link->query("CREATE DATABASE $database CHARACTER SET latin1");
		}
		$this->link->select_db($database);
		$this->link->query('DROP TABLE IF EXISTS t0, t1, t2, t3');
		foreach ($statements as $sql) {
			if (preg_match('/^CREATE (PROCEDURE \w+)/', $sql, $found)) {
				$this->link->query("DROP $found[1]");
			}
			$this->link->query($sql);
		}
	}
}

/**
 * With mynd.async a program runs in a fiber whose waits are a loop's, so that it takes turns, and each wait
 * of the driver's is one that suspends. It must do what it does on stock all the same.
 */
function in_fiber_if_async(Closure $program): void
{
	if (!ini_get('mynd.async')) {
		$program();
		return;
	}
	$poller = new Mynd\Poller(fn (int $wait) => Fiber::suspend());
	Mynd\waiter($poller);
	$fiber = new Fiber($program);
	$fiber->start();
	while (!$fiber->isTerminated()) {
		$read = [$poller->stream()];
		$none = null;
		stream_select($read, $none, $none, null);
		foreach ($poller->ready() as $ready) {
			$fiber->resume($ready);
		}
	}
	Mynd\waiter(null);
}

error_reporting(E_ALL);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$stage = new Stage();
while (($line = fgets(STDIN)) !== false) {
	[$database, $program] = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
	putenv("MYND_TEST_DB=$database");
	$stage->set($database, Schema::statements($program['tables'], $program['procedures']));
	if (mysqli_connect_errno() !== 0) { // that of an earlier program
		mysqli_connect('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
	}
	mysqli_report($program['report']);
	ini_set('precision', (string) $program['precision']);
	in_fiber_if_async(fn () => (new Run($program))->run());
	gc_collect_cycles();
	echo ".\n";
}
