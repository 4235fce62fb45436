<?php
// Runs one request of a program of the kind "ends" in the process or request that it is to end: calls, a line
// of standard output for each, as those of runner.php without properties; then the end.
// Always true: what the program holds is held by nobody else: no argument of a frame, no exception, no line.

require __DIR__ . '/values.php';
require __DIR__ . '/canon.php';
require __DIR__ . '/shapes.php';

/** Where a program's objects are: who frees them at its end, and when, depends on it. */
final class Slots implements ArrayAccess
{
	private static array $static = [];
	private array $array = [];
	private ?self $itself = null;

	public function __construct(private string $holder)
	{
		$holder === 'cycle' && $this->itself = $this;
	}

	public function offsetExists(mixed $name): bool
	{
		return $this[$name] !== null;
	}

	public function offsetGet(mixed $name): mixed
	{
		return match ($this->holder) {
			'globals' => $GLOBALS[$name] ?? null,
			'static' => self::$static[$name] ?? null,
			default => $this->array[$name] ?? null,
		};
	}

	public function offsetSet(mixed $name, mixed $value): void
	{
		match ($this->holder) {
			'globals' => $GLOBALS[$name] = $value,
			'static' => self::$static[$name] = $value,
			default => $this->array[$name] = $value,
		};
	}

	public function offsetUnset(mixed $name): void
	{
		if ($this->holder === 'globals') {
			unset($GLOBALS[$name]);
		} elseif ($this->holder === 'static') {
			unset(self::$static[$name]);
		} else {
			unset($this->array[$name]);
		}
	}
}

final class Run
{
	public Slots $slots;
	public array $vars = [];
	private array $said = [];
	private bool $isAwaited = false; /* an asynchronous query of m0 */

	public function __construct(private array $program)
	{
		$this->slots = new Slots($program['holder']);
		mysqli_report($program['report']);
	}

	/** What warnings said goes to the line of its call. */
	public function hear(int $level, string $text): bool
	{
		$this->said[] = [$level, canon_message($text)];
		return true;
	}

	public function run(): void
	{
		foreach ($this->program['calls'] as $number => $call) {
			if ($call['do'] !== 'end') {
				$this->said = [];
				$line = $this->line($number, $call);
				echo json_encode($line + ['said' => $this->said, 'seen' => []], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR), "\n";
			}
		}
	}

	private function line(int $number, array $call): array
	{
		foreach ([$call['on'] ?? null, ...array_column(array_filter($call['args'] ?? [], is_array(...)), 'slot')] as $slot) {
			if ($slot !== null && !is_object($this->slots[$slot])) {
				return ['n' => $number, 'left out' => $slot];
			}
		}
		try {
			return ['n' => $number, 'value' => canon($this->call($call))];
		} catch (Throwable $thrown) {
			return ['n' => $number, 'thrown' => canon_throwable($thrown)];
		}
	}

	private function call(array $call): mixed
	{
		$args = [];
		foreach ($call['args'] ?? [] as $i => $arg) {
			if (is_array($arg) && array_key_first($arg) === 'var') {
				$args[$i] = &$this->vars[$arg['var']];
			} else {
				$args[$i] = value_of($arg, $this);
			}
		}
		if (($call['name'] ?? '') === 'reap_async_query') {
			$this->isAwaited = false; // also where it throws
		}
		$value = match ($call['do']) {
			'method' => $this->slots[$call['on']]->{$call['name']}(...$args),
			'new' => new $call['name'](...$args),
			'drop' => $this->drop($call['on']),
			'wait' => $this->wait(),
		};
		$this->isAwaited = $this->isAwaited || str_contains(json_encode($call), 'MYSQLI_ASYNC');
		isset($call['to']) && $this->slots[$call['to']] = $value;
		return $value;
	}

	/** Reads all that is outstanding, of results first. */
	private function wait(): mixed
	{
		mysqli_report(MYSQLI_REPORT_OFF); // an old error would be told again
		foreach (['r0', 'r1', 's0', 's1', 'p0', 'p1', 'm0'] as $slot) {
			for ($more = is_object($this->slots[$slot]); $more;) {
				try {
					$more = $this->read($this->slots[$slot]);
				} catch (Throwable $thrown) {
					$more = false;
				}
				unset($thrown);
			}
		}
		mysqli_report($this->program['report']);
		return null;
	}

	/** Whether there may be more. */
	private function read(object $from): bool
	{
		if ($from instanceof mysqli_result) {
			return (bool) $from->fetch_row();
		}
		if ($from instanceof PDOStatement) {
			return $from->nextRowset();
		}
		if ($from instanceof mysqli_stmt) {
			$from->free_result();
			return $from->more_results() && $from->next_result();
		}
		$this->isAwaited && $from->reap_async_query();
		$this->isAwaited = false;
		$result = $from->use_result();
		while ($result && $result->fetch_row());
		unset($result);
		return $from->more_results() && $from->next_result();
	}

	private function drop(string $slot): mixed
	{
		unset($this->slots[$slot]);
		return null;
	}
}

/** The calls in a frame of their own, which an exception leaves: it frees what the program holds. */
final class Frame
{
	public static array $program;

	public static function run(): never
	{
		$run = new Run(self::$program);
		set_error_handler($run->hear(...));
		$run->run();
		restore_error_handler();
		throw new DomainException('leaves the frame');
	}
}

function end_of_program(string $how): void
{
	switch ($how) {
		case 'exit':
			exit;
		case 'exception':
			throw new DomainException('not caught');
		case 'error':
			no_such_function();
		case 'memory':
			str_repeat('x', 1 << 30);
		case 'fatal':
			trigger_error('ends here', E_USER_ERROR);
		case 'declare':
			eval('class Slots {}');
		case 'shutdown':
			register_shutdown_function(fn () => print(''));
	}
}
