<?php
// What the tests of known differences may ask: of the program up to the call, and of both sides' answers.

/** What a test may ask of the program up to the call. */
final class Before
{
	/**
	 * @param array $sides the lines of both sides @param array $states [side][slot.property] after the call
	 * @param array $were the same before it @param array $failed whether a statement's last execute failed:
	 * slot => failed; of 'LOAD DATA' whether one has @param string $past what mynd has answered up to the
	 * call, it included @param list<string> $lines all that mynd has answered
	 */
	public function __construct(public readonly array $program, public readonly array $sides, public readonly array $states, public readonly array $were, public readonly array $failed, private readonly string $past, private readonly array $lines)
	{
	}

	/** Whether a word was in an answer of mynd's up to the call. */
	public function was_told(string $word): bool
	{
		return str_contains($this->past, $word);
	}

	/** Whether the call puts something else into a slot, so that what was in it goes. */
	public function replaces(Difference $d): bool
	{
		$to = $d->call['to'] ?? ($d->call['do'] === 'drop' ? $d->call['on'] : null);
		return $to !== null && array_filter(array_slice($this->earlier($d), 0, -1), fn ($call) => ($call['to'] ?? null) === $to) !== [];
	}

	/** Whether a slot may have got its value by a call of these. */
	public function is_made_by(Difference $d, string ...$names): bool
	{
		return array_filter($this->earlier($d), fn ($call) => ($call['to'] ?? null) === $d->slot && in_array(method_of($call), $names, true)) !== [];
	}

	/** Whether the last command before the call was this method on the call's own slot. */
	public function is_last_command(Difference $d, string $name): bool
	{
		$commands = array_filter($this->earlier($d), fn ($call) => preg_match('/^(execute|execute_query|(real_|multi_)?query)$/', method_of($call)));
		$last = array_pop($commands);
		return $last !== null && method_of($last) === $name && ($last['on'] ?? $last['args'][0]['slot'] ?? null) === $d->slot;
	}

	/** The calls up to this one, it included. */
	public function earlier(Difference $d): array
	{
		return array_slice($this->program['calls'], 0, $d->number + 1);
	}

	/** Whether an earlier call has a word among its names and arguments. */
	public function has(Difference $d, string $word): bool
	{
		return str_contains(json_encode($this->earlier($d), JSON_UNESCAPED_SLASHES), $word);
	}

	/** Whether a side has an error that it has told, or that a link or statement shows, with this in it. */
	public function has_error(int $side, Difference $d, string $word): bool
	{
		return str_contains($this->side($side), $word) || preg_match('/^[msdp]/', $d->slot ?? '') && str_contains(json_encode([$this->states[$side]["$d->slot.error_list"] ?? '', $this->states[$side]["$d->slot.errorInfo"] ?? '']), $word);
	}

	/** Whether a side's exception or warning is of this number. */
	public function tells(int $side, string $number): bool
	{
		$said = array_filter($this->sides[$side]['said'] ?? [], fn ($remark) => str_contains($remark[1], "/$number): "));
		return $said !== [] || ($this->sides[$side]['thrown'][1] ?? '') === "int $number";
	}

	/**
	 * The number of a call's error on a side, whichever way it is told: thrown, as a warning, or by what the
	 * call was made on. 0: none.
	 */
	public function error(int $side, Difference $d): int
	{
		return self::error_of($this->sides[$side], $this->states[$side], (string) $d->slot);
	}

	/** @param array $line of a call @param array $state [slot.property] after it */
	private static function error_of(array $line, array $state, string $slot): int
	{
		$told = $line['thrown'][1] ?? implode(' ', array_column($line['said'] ?? [], 1));
		if (preg_match('/^int (\d+)$|\(\w{5}\/([1-9]\d*)\): /', $told, $found)) {
			return (int) end($found);
		}
		$info = $line['thrown'][3] ?? $state["$slot.errorInfo"] ?? [];
		$told = $state["$slot.errno"] ?? (is_array($info) ? $info[1][1] ?? '' : '');
		return is_string($told) ? (int) substr($told, 4) : 0;
	}

	/**
	 * Whether a prepare that fails on stock, with an error of the server's or since the connection is lost,
	 * goes well on mynd, and that statement's next execute, if there is one, has the same error, or was not
	 * sent: its values were refused.
	 */
	public function is_told_by_the_execute(Difference $d): bool
	{
		$makes = method_of($d->call) === 'prepare' || ($d->call['name'] ?? '') === 'mysqli_stmt';
		// what was in the slot before takes the error away, or only the connection has it, which is lost
		$failed = ($this->sides[0]['value'] ?? '') === 'bool false' && ($this->replaces($d) || $this->has_lost_link(0));
		$error = $this->refusal_of_stock($d);
		if (!$makes || !$failed && !in_array($error, [2006, 2013], true) && !$this->is_refused_by_stock($d) || !in_array($this->sides[1]['value'] ?? '', ['bool true', 'mysqli_stmt', 'PDOStatement'], true)) {
			return false;
		}
		$then = $this->error_of_execute($d->number, $d->call['to'] ?? $d->call['on'] ?? $d->call['args'][0]['slot']);
		return in_array($then, [null, $error, 2031], true) || $error === 0 && $then > 0;
	}

	/** Whether the call has an error of the server's on stock. */
	public function is_refused_by_stock(Difference $d): bool
	{
		$error = $this->refusal_of_stock($d);
		return $error >= 1000 && ($error < 2000 || $error >= 3000);
	}

	/** 0: none. The constructor of mysqli_stmt does not fail. */
	private function refusal_of_stock(Difference $d): int
	{
		$errno = $this->states[0][($d->call['to'] ?? '') . '.errno'] ?? '';
		$new = $d->call['do'] === 'new' && is_string($errno) ? (int) substr($errno, 4) : 0;
		$thrown = isset($this->sides[0]['thrown']); // then what stands in the slot is what was there before
		$new = $thrown ? 0 : $new;
		$failed = $thrown || in_array($this->sides[0]['value'] ?? '', ['bool false', 'mysqli_stmt'], true);
		return $new !== 0 ? $new : ($failed ? self::error_of($this->sides[0], $this->states[0], $d->call['on'] ?? $d->call['args'][0]['slot'] ?? '') : 0);
	}

	/** Whether a connection of a side says that it is lost. */
	private function has_lost_link(int $side): bool
	{
		return array_filter($this->states[$side], fn ($value, $key) => preg_match('/^m\d\.errno$/', $key) && in_array($value, ['int 2006', 'int 2013'], true), ARRAY_FILTER_USE_BOTH) !== [];
	}

	/**
	 * The error of a statement's first execute behind a call, on mynd; null: it has none, or its values were
	 * refused.
	 */
	private function error_of_execute(int $number, string $slot): ?int
	{
		$state = $this->states[1];
		foreach (array_slice($this->program['calls'], $number + 1, null, true) as $at => $call) {
			$line = json_decode($this->lines[$at] ?? '', true) ?? [];
			foreach ($line['seen'] ?? [] as $of => $properties) {
				foreach ($properties as $name => $value) {
					$state["$of.$name"] = $value;
				}
			}
			$on = $call['on'] ?? $call['args'][0]['slot'] ?? '';
			if ($on === $slot && method_of($call) === 'execute') {
				$refused = !in_array($line['thrown'][0] ?? 'PDOException', ['PDOException', 'mysqli_sql_exception'], true) || str_contains(json_encode([$line, $state["$slot.errorInfo"] ?? '']), 'HY093');
				// a value that cannot be bound: false, and no error
				$error = self::error_of($line, $state, $slot);
				return $refused || $error === 0 && ($line['value'] ?? '') === 'bool false' ? null : $error;
			}
			if (($call['to'] ?? '') === $slot || $on === $slot && ($call['do'] === 'drop' || in_array(method_of($call), ['prepare', 'close'], true))) {
				return null;
			}
		}
		return null;
	}

	/**
	 * Whether only one side tells an error, and it is the one that a connection or statement had there before
	 * the call, and not on the other side.
	 */
	public function tells_an_old_error(): bool
	{
		foreach ($this->were[0] as $key => $was) {
			$pair = [$was, $this->were[1][$key] ?? null];
			if (!str_ends_with($key, '.errno') || $pair[0] === $pair[1]) {
				continue;
			}
			foreach ([0, 1] as $side) {
				$number = substr((string) $pair[$side], 4);
				if ($number !== '0' && $this->tells($side, $number) && !isset($this->sides[1 - $side]['thrown']) && !$this->tells(1 - $side, $number)) {
					return true;
				}
			}
		}
		return false;
	}

	/** Whether long data was sent to a statement that was executed with a cursor. */
	public function sends_long_data_over_a_cursor(Difference $d): bool
	{
		$state = [];
		foreach ($this->earlier($d) as $call) {
			$slot = $call['on'] ?? $call['args'][0]['slot'] ?? '';
			if (method_of($call) === 'attr_set' && str_contains(said_in($call), 'CURSOR_TYPE')) {
				$state[$slot] = 'asked';
			} elseif (method_of($call) === 'execute' && isset($state[$slot])) {
				$state[$slot] = 'open';
			} elseif (method_of($call) === 'send_long_data' && ($state[$slot] ?? '') === 'open') {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a statement was closed, prepared anew or given up before the call.
	 *
	 * @param ?string $link of this connection alone
	 */
	public function has_lost_a_statement(Difference $d, ?string $link = null): bool
	{
		$links = [];
		foreach ($this->earlier($d) as $call) {
			$on = $call['on'] ?? $call['args'][0]['slot'] ?? '';
			$to = $call['to'] ?? '';
			$ends = $call['do'] === 'drop' || in_array(method_of($call), ['close', 'prepare', 'reset'], true);
			foreach ([$ends ? $on : '', $to] as $lost) {
				if (isset($links[$lost]) && in_array($link, [null, $links[$lost]], true)) {
					return true;
				}
			}
			if (preg_match('/^[sp]/', $to)) {
				$links[$to] = $on;
			}
		}
		return false;
	}

	/** What mynd's call of this number has answered. */
	private function value(int $at): mixed
	{
		return json_decode($this->lines[$at] ?? '', true)['value'] ?? null;
	}

	/** Whether a variable was bound to a column of the call's statement by the column's name. */
	public function has_bound_by_name(Difference $d): bool
	{
		return array_filter($this->earlier($d), fn ($call) => ($call['on'] ?? '') === ($d->call['on'] ?? null) && method_of($call) === 'bindColumn' && is_string($call['args'][0] ?? null)) !== [];
	}

	/**
	 * Whether stock has unbound the variables of the statement that the call is made on: its result was freed
	 * behind `bind_result()`, or it has dropped results of a CALL when it was executed again.
	 */
	public function has_unbound(Difference $d): bool
	{
		$slot = $d->call['on'] ?? $d->call['args'][0]['slot'] ?? '';
		$is_bound = $is_unbound = $calls = false;
		foreach ($this->earlier($d) as $at => $call) {
			$is_on = ($call['on'] ?? $call['args'][0]['slot'] ?? '') === $slot;
			$method = method_of($call);
			if (($call['to'] ?? '') === $slot && $this->value($at) === 'mysqli_stmt' || $is_on && $method === 'prepare') {
				$calls = str_contains(said_in($call), 'CALL ');
				$is_bound = $is_unbound = false;
			} elseif (!$is_on && preg_match('/query$/', $method)) {
				$calls = $calls || preg_match('/call |multi_query|NOT ATOMIC/i', json_encode($call));
			} elseif ($is_on && $method === 'bind_result' && $this->value($at) === 'bool true') {
				$is_bound = true;
				$is_unbound = false;
			} elseif ($is_on && $is_bound) {
				$is_unbound = $is_unbound || $method === 'free_result' || $calls && $method === 'execute';
			}
		}
		return $is_unbound;
	}

	/** Whether a call before this one may have several results; `but`: not counting those of this slot. */
	public function has_several(Difference $d, ?string $but = null): bool
	{
		return array_filter(array_slice($this->earlier($d), 0, -1), fn ($call) => ($but === null || ($call['to'] ?? $call['on'] ?? '') !== $but) && self::is_several($call)) !== [];
	}

	private static function is_several(array $call): bool
	{
		return preg_match('/query|exec|prepare|mysqli_stmt/', $call['name'] ?? '') && preg_match('/multi_query|call |NOT ATOMIC|;/i', json_encode($call));
	}

	/** Whether a statement that was prepared, and not executed since, was closed or has gone. */
	public function has_lost_an_unsent_statement(Difference $d): bool
	{
		$unsent = [];
		foreach ($this->earlier($d) as $at => $call) {
			$on = $call['on'] ?? $call['args'][0]['slot'] ?? '';
			$to = $call['to'] ?? '';
			$makes = method_of($call) === 'prepare' || ($call['name'] ?? '') === 'mysqli_stmt';
			$ends = $call['do'] === 'drop' || in_array(method_of($call), ['close', 'prepare'], true);
			if ($ends && isset($unsent[$on]) || isset($unsent[$to])) {
				return true;
			}
			if ($makes && $to === '' && in_array($on[0] ?? '', ['m', 'd'], true)) {
				return true; // nobody keeps it
			}
			if ($makes) {
				$unsent[$to !== '' ? $to : $on] = true;
			} elseif (method_of($call) === 'execute' && $this->value($at) === 'bool true') {
				unset($unsent[$on]);
			}
		}
		return false;
	}

	/** Whether a parameter of the statement was sent as long data, and something else was bound later. */
	public function rebinds_long_data(): bool
	{
		$sent = [];
		foreach ($this->program['calls'] as $call) {
			$slot = $call['on'] ?? $call['args'][0]['slot'] ?? '';
			$args = isset($call['on']) ? $call['args'] ?? [] : array_slice($call['args'] ?? [], 1);
			$bound = match (method_of($call)) { 'bind_param' => trim((string) ($args[0] ?? ''), 'b') !== '', 'execute' => $args !== [], default => false };
			if ($bound && isset($sent[$slot])) {
				return true;
			}
			method_of($call) === 'send_long_data' && $sent[$slot] = true;
		}
		return false;
	}

	/** Whether a statement ran, the character set changed, and it ran again with the same variables. */
	public function is_bound_before_charset(Difference $d): bool
	{
		$state = [];
		foreach ($this->earlier($d) as $call) {
			$slot = $call['on'] ?? $call['args'][0]['slot'] ?? '';
			$executes = $slot !== '' && $slot[0] === 's' && method_of($call) === 'execute';
			$values = $executes && count($call['args'] ?? []) > (isset($call['on']) ? 0 : 1);
			if (method_of($call) === 'bind_param' || $values) {
				$state[$slot] = 'bound';
			} elseif ($executes && ($state[$slot] ?? '') === 'old') {
				return true;
			} elseif (preg_match('/set_charset|change_user|SET NAMES|character_set/', json_encode($call))) {
				$state = array_map(fn ($is) => $is === '' ? '' : 'old', $state);
			}
		}
		return false;
	}

	public function side(int $side): string
	{
		return json_encode($this->sides[$side], JSON_UNESCAPED_SLASHES);
	}
}

/** Text of a call's arguments, to look for words in. */
function said_in(array $call): string
{
	return json_encode($call['args'] ?? [], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

/** Whether a text has quotes, names, comments or open strings, where stock may see placeholders. */
function is_odd_text(string $text): bool
{
	return preg_match('/[`#\\\\]|\/\*|--/', $text) || substr_count($text, "'") % 2 === 1;
}

/** The method, whichever style it was called in. */
function method_of(array $call): string
{
	return preg_replace('/^mysqli_(stmt_)?/', '', $call['name'] ?? $call['do']);
}

/** What the properties of a connection say where there is no error. */
const NO_ERROR = ['int 0', 'string(0) ', 'string(5) 00000', ['empty'], []];
