<?php
// Random programs of the kind "ends": short ones that leave results unread at every stage, drop their
// variables in any order, and end in every way. A program is one request or two; each ends with a call
// {"do": "end", "how": ...}, whose outcome is what the server holds then. The order of objects that the
// engine itself frees depends on who holds them: "holder".

final class EndsPrograms
{
	public const ENDS = ['fall' => 30, 'exit' => 12, 'exception' => 8, 'error' => 4, 'memory' => 6, 'fatal' => 4, 'declare' => 2, 'unwind' => 8, 'shutdown' => 3];
	public const HOLDERS = ['globals' => 10, 'array' => 4, 'static' => 3, 'cycle' => 3, 'frame' => 5];
	private array $calls = [];
	private EndsTexts $texts;
	private bool $isPersistent;
	private string $returning = ''; /* slots of statements */
	/** @var list<string> slots that may have something */
	private array $slots = [];

	public function __construct(private Dice $dice, private Server $server, private string $face)
	{
		$this->texts = new EndsTexts($dice, $server);
	}

	public function program(): array
	{
		$this->isPersistent = $this->dice->chance(0.3);
		// stock's PDO hands a persistent connection on with all its state
		$requests = $this->isPersistent && $this->face === 'mysqli' && $this->dice->chance(0.5) ? 2 : 1;
		for ($i = 0; $i < $requests; $i++) {
			$this->slots = [];
			$this->face === 'pdo' ? $this->connect_pdo('d0') : $this->connect_mysqli('m0');
			for ($phrases = $this->dice->weighted([1 => 8, 2 => 6, 3 => 3, 5 => 1]); $phrases > 0; $phrases--) {
				$this->face === 'pdo' ? $this->phrase_of_pdo() : $this->phrase_of_mysqli();
				$this->dice->chance(0.3) && $this->drop();
			}
			while ($this->dice->chance(0.35)) {
				$this->drop();
			}
			$this->calls[] = ['do' => 'end', 'how' => $this->dice->weighted(self::ENDS)];
		}
		return [
			'seed' => $this->dice->seed,
			'kind' => 'ends',
			'way' => $this->dice->chance(0.85) ? 'request' : 'process',
			'holder' => $this->dice->weighted(self::HOLDERS),
			'tables' => [],
			'procedures' => [],
			'report' => 3, // what is known of errors is known by what is thrown
			'precision' => 14,
			'mysql' => !$this->server->mariadb,
			'calls' => $this->calls,
		];
	}

	/** The same program, which waits for all that it has sent before it gives a connection up. */
	public static function waiting(array $program): array
	{
		$calls = [];
		foreach ($program['calls'] as $call) {
			$slot = $call['do'] === 'drop' || ($call['name'] ?? '') === 'close' ? $call['on'] : ($call['do'] === 'new' ? $call['to'] ?? '' : '');
			if ($call['do'] === 'end' || in_array($slot[0] ?? '', ['m', 'd'], true)) {
				$calls[] = ['do' => 'wait'];
			}
			$calls[] = $call;
		}
		return ['calls' => $calls] + $program;
	}

	private function on(string $slot, string $method, array $args = [], ?string $to = null): void
	{
		$this->calls[] = ['do' => 'method', 'on' => $slot, 'name' => $method, 'args' => $args] + ($to !== null ? ['to' => $to] : []);
		$to !== null && $this->slots[] = $to;
	}

	private function drop(): void
	{
		$this->calls[] = ['do' => 'drop', 'on' => $this->dice->pick($this->slots)];
	}

	private function times(int $most, Closure $do): void
	{
		for ($i = $this->dice->int(0, $most); $i > 0; $i--) {
			$do();
		}
	}

	private function connect_mysqli(string $slot): void
	{
		$host = ($this->isPersistent ? 'p:' : '') . 'localhost';
		$to = [$host, ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], ['env' => 'MYND_TEST_DB'], ['env' => 'MYND_TEST_PORT'], ['env' => 'MYND_TEST_SOCKET']];
		$this->calls[] = ['do' => 'new', 'name' => 'mysqli', 'args' => $to, 'to' => $slot];
		$this->slots[] = $slot;
	}

	/** PDO hands out a persistent connection of stock with the attributes that the one before had. */
	private function connect_pdo(string $slot): void
	{
		$options = [[constant_value('PDO::ATTR_ERRMODE'), 2]];
		foreach (['PDO::ATTR_PERSISTENT' => $this->isPersistent, 'PDO::ATTR_EMULATE_PREPARES' => $this->dice->pick([null, null, false, false, true]), 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY' => $this->dice->pick([null, true, false, false]), 'PDO::ATTR_AUTOCOMMIT' => $this->isPersistent ? null : $this->dice->pick([null, null, null, null, 0])] as $name => $value) {
			$value === null || $value === false && $name === 'PDO::ATTR_PERSISTENT' || $options[] = [constant_value($name), $value];
		}
		$this->calls[] = ['do' => 'new', 'name' => 'PDO', 'to' => $slot, 'args' => [['join' => ['mysql:unix_socket=', ['env' => 'MYND_TEST_SOCKET'], ';dbname=', ['env' => 'MYND_TEST_DB']]], ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], ['map' => $options]]];
		$this->slots[] = $slot;
	}

	private function phrase_of_mysqli(): void
	{
		$this->{$this->dice->weighted(['stored' => 10, 'used' => 20, 'real' => 10, 'several' => 20, 'statement' => 30, 'execute_query' => 5, 'async' => 6, 'change' => 10, 'transaction' => 6, 'close' => 3, 'again' => 3])}();
	}

	private function result(): string
	{
		return 'r' . $this->dice->int(0, 1);
	}

	private function fetches(string $result, int $most = 3): void
	{
		$this->times($most, fn () => $this->on($result, $this->dice->pick(['fetch_row', 'fetch_row', 'fetch_row', 'fetch_all'])));
		$this->dice->chance(0.25) && $this->on($result, $this->dice->pick(['free', 'close']));
	}

	private function stored(): void
	{
		$result = $this->result();
		$this->on('m0', 'query', [$this->texts->any()], $result);
		$this->fetches($result, 1);
		$this->dice->chance(0.3) && $this->on('m0', 'next_result');
	}

	private function used(): void
	{
		$result = $this->result();
		$this->on('m0', 'query', [$this->texts->any(), constant_value('MYSQLI_USE_RESULT')], $this->dice->chance(0.85) ? $result : null);
		$this->fetches($result);
		$this->dice->chance(0.2) && $this->on('m0', 'next_result');
	}

	private function real(): void
	{
		$this->on('m0', 'real_query', [$this->texts->any()]);
		if ($this->dice->chance(0.6)) {
			$result = $this->result();
			$this->on('m0', $this->dice->pick(['use_result', 'store_result']), [], $this->dice->chance(0.85) ? $result : null);
			$this->fetches($result);
		}
	}

	private function several(): void
	{
		$this->on('m0', 'multi_query', [$this->dice->chance(0.7) ? $this->texts->several() : $this->texts->rows()]);
		$this->times(3, function () {
			if ($this->dice->chance(0.7)) {
				$result = $this->result();
				$this->on('m0', $this->dice->pick(['use_result', 'store_result']), [], $result);
				$this->fetches($result, 1);
			}
			$this->dice->chance(0.3) && $this->on('m0', 'more_results');
			$this->on('m0', 'next_result');
		});
	}

	private function statement(): void
	{
		$statement = 's' . $this->dice->int(0, 1);
		[$sql, $values] = $this->texts->prepared();
		$this->on('m0', 'prepare', [$sql], $statement);
		// DELETE ... RETURNING with a cursor ends MariaDB 10.11 by a signal; where prepare() fails the one
		// before stays
		$this->returning .= str_contains($sql, 'RETURNING') ? $statement : '';
		$this->dice->chance(0.1) && !str_contains($this->returning, $statement) && $this->on($statement, 'attr_set', [constant_value('MYSQLI_STMT_ATTR_CURSOR_TYPE'), 1]);
		$this->on($statement, 'execute', $values === [] ? [] : [list_value($values)]);
		$this->times(2, fn () => $this->rows_of($statement));
		match ($this->dice->weighted(['keep' => 10, 'close' => 2, 'reset' => 2, 'free' => 2, 'again' => 2])) {
			'keep' => null,
			'close' => $this->on($statement, 'close'),
			'reset' => $this->on($statement, 'reset'),
			'free' => $this->on($statement, 'free_result'),
			'again' => $this->on($statement, 'execute'),
		};
	}

	private function rows_of(string $statement): void
	{
		switch ($this->dice->weighted(['get' => 4, 'bound' => 5, 'stored' => 3, 'next' => 4])) {
			case 'get':
				$result = $this->result();
				$this->on($statement, 'get_result', [], $result);
				$this->fetches($result, 1);
				break;
			case 'bound':
				$this->on($statement, 'bind_result', [['var' => 'b0'], ...$this->dice->pick([[], [['var' => 'b1']]])]);
				$this->times(2, fn () => $this->on($statement, 'fetch'));
				break;
			case 'stored':
				$this->on($statement, 'store_result');
				break;
			case 'next':
				$this->on($statement, $this->dice->pick(['more_results', 'next_result', 'next_result']));
		}
	}

	private function execute_query(): void
	{
		[$sql, $values] = $this->texts->prepared();
		$result = $this->result();
		$this->on('m0', 'execute_query', [$sql, ...($values === [] ? [] : [list_value($values)])], $this->dice->chance(0.8) ? $result : null);
		$this->fetches($result, 1);
	}

	private function async(): void
	{
		$result = $this->result();
		$this->on('m0', 'query', [$this->dice->chance(0.2) ? $this->texts->several() : $this->texts->any(), $this->dice->chance(0.8) ? constant_value('MYSQLI_ASYNC') : constant_value('MYSQLI_ASYNC', 'MYSQLI_USE_RESULT')]);
		if ($this->dice->chance(0.4)) {
			$this->on('m0', 'reap_async_query', [], $result);
			$this->fetches($result, 1);
		}
	}

	private function change(): void
	{
		$this->on('m0', 'query', [$this->texts->change()]);
	}

	private function transaction(): void
	{
		$this->on('m0', ...$this->dice->pick([['begin_transaction'], ['begin_transaction'], ['commit'], ['commit'], ['rollback'], ['autocommit', [false]], ['autocommit', [true]]]));
		$this->dice->chance(0.5) && $this->on('m0', 'query', ["INSERT INTO l VALUES (8, 'trx')"]);
	}

	private function close(): void
	{
		$this->on('m0', 'close');
	}

	/** The connection is handed back or given up, and another is asked for. */
	private function again(): void
	{
		$this->dice->chance(0.6) ? $this->on('m0', 'close') : $this->calls[] = ['do' => 'drop', 'on' => 'm0'];
		$this->connect_mysqli('m0');
	}

	private function phrase_of_pdo(): void
	{
		$this->{$this->dice->weighted(['pdo_query' => 30, 'pdo_prepared' => 40, 'pdo_several' => 14, 'pdo_exec' => 10, 'pdo_transaction' => 8, 'pdo_again' => $this->isPersistent ? 0 : 3, 'pdo_other' => $this->isPersistent ? 0 : 2])}();
	}

	private function pdo_fetches(string $statement): void
	{
		$this->times(2, fn () => $this->on($statement, $this->dice->pick(['fetch', 'fetch', 'fetchColumn', 'fetchAll'])));
		$this->times(1, fn () => $this->dice->chance(0.5) ? $this->on($statement, 'nextRowset') : $this->on($statement, 'closeCursor'));
	}

	private function pdo_query(): void
	{
		$statement = 'p' . $this->dice->int(0, 1);
		$this->on('d0', 'query', [$this->texts->any()], $this->dice->chance(0.92) ? $statement : null);
		$this->pdo_fetches($statement);
	}

	private function pdo_prepared(): void
	{
		$statement = 'p' . $this->dice->int(0, 1);
		[$sql, $values] = $this->texts->prepared();
		$options = $this->dice->chance(0.15) ? [['map' => [$this->dice->pick([[constant_value('PDO::ATTR_EMULATE_PREPARES'), true], [constant_value('PDO::ATTR_EMULATE_PREPARES'), false], [constant_value('PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'), false]])]]] : [];
		$this->on('d0', 'prepare', [$sql, ...$options], $statement);
		$this->on($statement, 'execute', $values === [] ? [] : [list_value($values)]);
		$this->pdo_fetches($statement);
		if ($this->dice->chance(0.15)) {
			$this->on($statement, 'execute', $values === [] ? [] : [list_value($values)]);
			$this->pdo_fetches($statement);
		}
	}

	private function pdo_several(): void
	{
		$statement = 'p' . $this->dice->int(0, 1);
		$this->on('d0', 'query', [$this->texts->several()], $statement);
		$this->times(2, function () use ($statement) {
			$this->times(1, fn () => $this->on($statement, 'fetch'));
			$this->on($statement, 'nextRowset');
		});
	}

	/** exec() of a text with rows is another thing in both: the documentation says so. */
	private function pdo_exec(): void
	{
		$this->on('d0', 'exec', [$this->dice->chance(0.7) ? $this->texts->without_rows() : implode('; ', [$this->texts->without_rows(), $this->texts->without_rows()])]);
	}

	private function pdo_transaction(): void
	{
		$this->on('d0', $this->dice->pick(['beginTransaction', 'beginTransaction', 'commit', 'rollBack']));
		$this->dice->chance(0.5) && $this->on('d0', 'exec', ["INSERT INTO l VALUES (8, 'trx')"]);
	}

	private function pdo_again(): void
	{
		$this->calls[] = ['do' => 'drop', 'on' => 'd0'];
		$this->connect_pdo('d0');
	}

	/** Another connection wants the locks of one that has gone, at once. */
	private function pdo_other(): void
	{
		$this->on('d0', 'beginTransaction');
		$this->on('d0', 'exec', ["UPDATE t SET v = 'held' WHERE id = 1"]);
		$this->calls[] = ['do' => 'drop', 'on' => 'd0'];
		$this->connect_pdo('d1');
		$this->on('d1', 'query', ['SELECT v FROM t WHERE id = 1 FOR UPDATE NOWAIT'], 'p1');
		$this->on('p1', 'fetchAll');
		$this->connect_pdo('d0');
	}
}
