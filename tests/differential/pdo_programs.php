<?php
// Random programs of PDO calls, as mysqli_programs.php makes those of mysqli.

final class PdoPrograms
{
	private const ATTRIBUTES = ['PDO::ATTR_AUTOCOMMIT', 'PDO::ATTR_ERRMODE', 'PDO::ATTR_CASE', 'PDO::ATTR_ORACLE_NULLS', 'PDO::ATTR_PERSISTENT', 'PDO::ATTR_STRINGIFY_FETCHES', 'PDO::ATTR_DEFAULT_FETCH_MODE', 'PDO::ATTR_EMULATE_PREPARES',
		'PDO::ATTR_DRIVER_NAME', 'PDO::ATTR_SERVER_VERSION', 'PDO::ATTR_CLIENT_VERSION', 'PDO::ATTR_CONNECTION_STATUS', 'PDO::ATTR_STATEMENT_CLASS', 'PDO::ATTR_TIMEOUT', 'PDO::ATTR_PREFETCH', 'PDO::ATTR_CURSOR', 'PDO::ATTR_FETCH_TABLE_NAMES',
		'PDO::ATTR_FETCH_CATALOG_NAMES', 'PDO::ATTR_MAX_COLUMN_LEN', 'PDO::ATTR_DEFAULT_STR_PARAM', 'PDO::MYSQL_ATTR_USE_BUFFERED_QUERY', 'PDO::MYSQL_ATTR_LOCAL_INFILE', 'PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY'];

	private array $calls;
	private array $tables;
	private Texts $texts;
	private bool $native = false;

	public function __construct(private Dice $dice, private Server $server, private ?Prologues $prologues = null)
	{
	}

	public function program(): array
	{
		$schema = new Schema($this->dice, $this->server);
		$this->tables = [$schema->table('t0')];
		$this->texts = new Texts($this->dice, $this->server, $this->tables);
		$this->calls = [];
		$this->prologues === null ? $this->connect('d0') : $this->begin_alike();
		$phrases = $this->dice->int(2, 9);
		for ($i = 0; $i < $phrases; $i++) {
			$this->phrase();
		}
		$this->disturb();
		$this->spare_the_core();
		$text = json_encode($this->calls);
		return [
			'seed' => $this->dice->seed,
			'tables' => $this->tables,
			'procedures' => preg_match('/CALL p/', $text) ? $this->texts->procedures() : [],
			'report' => 3,
			'precision' => $this->dice->chance(0.9) ? 14 : $this->dice->pick([17, -1, 5]),
			'mysql' => !$this->server->mariadb,
			'masked' => ['thread_id', 'id'],
			'calls' => $this->calls,
		];
	}

	/** As MysqliPrograms has it. */
	private function begin_alike(): void
	{
		$sessions = $this->prologues->of_pdo();
		foreach ($sessions as $number => $calls) {
			foreach ($number > 0 ? ['p0', 'p1', 'd0'] : [] as $slot) {
				$this->calls[] = ['do' => 'drop', 'on' => $slot];
			}
			array_push($this->calls, ...$calls);
			if ($number >= Prologues::ALIKE && $number < count($sessions) - 1) {
				$this->phrase();
			}
		}
	}

	/**
	 * PHP's core keeps the class or object of FETCH_CLASS and FETCH_INTO where it keeps the function of
	 * FETCH_FUNC, and frees one as the other, at times for a crash: no FETCH_FUNC behind them.
	 */
	private function spare_the_core(): void
	{
		$set = false;
		foreach ($this->calls as $i => $call) {
			$text = json_encode($call);
			if ($set && str_contains($text, 'FETCH_FUNC')) {
				$this->calls[$i]['args'] = [...array_slice($call['args'], 0, $call['name'] === 'query' ? 1 : 0), constant_value('PDO::FETCH_NUM')];
			}
			$set = $set || str_contains($text, 'FETCH_INTO') || str_contains($text, 'FETCH_CLASS') && $call['name'] !== 'fetchAll';
		}
	}

	private function on(string $slot, string $method, array $args = [], ?string $to = null, array $more = []): void
	{
		$this->calls[] = ['do' => 'method', 'on' => $slot, 'name' => $method, 'args' => $args] + ($to !== null ? ['to' => $to] : []) + $more;
	}

	private function connect(string $slot): void
	{
		$way = $this->dice->chance(0.7) ? ['mysql:unix_socket=', ['env' => 'MYND_TEST_SOCKET']] : ['mysql:host=127.0.0.1;port=', ['env' => 'MYND_TEST_PORT']];
		$database = $this->dice->weighted(['own' => 19, 'none' => 1, 'wrong' => 1]);
		$rest = match ($database) { 'own' => [';dbname=', ['env' => 'MYND_TEST_DB']], 'none' => [], 'wrong' => [';dbname=nodb'] };
		$charset = $this->dice->chance(0.6) ? [';charset=' . $this->dice->pick(['utf8mb4', 'utf8mb4', 'utf8', 'latin1', 'gbk', 'nope', 'sjis'])] : [];
		$this->native = $this->dice->chance(0.5);
		$options = [[constant_value('PDO::ATTR_ERRMODE'), $this->dice->pick([2, 2, 2, 0, 1])]];
		if ($this->native) {
			$options[] = [constant_value('PDO::ATTR_EMULATE_PREPARES'), $this->dice->pick([false, 0])];
		}
		for ($i = $this->dice->int(0, 2); $i > 0; $i--) {
			$options[] = $this->option();
		}
		$password = $this->dice->chance(0.97) ? ['env' => 'MYND_TEST_PASSWORD'] : 'wrong';
		$this->calls[] = ['do' => 'new', 'name' => 'PDO', 'to' => $slot, 'args' => [['join' => [...$way, ...$rest, ...$charset]], ['env' => 'MYND_TEST_USER'], $password, ['map' => $options]]];
		if ($database !== 'own') {
			$this->on($slot, 'exec', [['join' => ['USE ', ['env' => 'MYND_TEST_DB']]]]);
		}
	}

	/** @return array{mixed, mixed} an attribute with a value for it */
	private function option(): array
	{
		[$name, $values] = $this->dice->pick([['PDO::ATTR_CASE', [0, 1, 2]], ['PDO::ATTR_ORACLE_NULLS', [0, 1, 2]], ['PDO::ATTR_STRINGIFY_FETCHES', [true, false]], ['PDO::ATTR_DEFAULT_FETCH_MODE', [2, 3, 4, 5]], ['PDO::ATTR_AUTOCOMMIT', [0, 1, false]],
			['PDO::MYSQL_ATTR_USE_BUFFERED_QUERY', [true, false, false]], ['PDO::MYSQL_ATTR_FOUND_ROWS', [true]], ['PDO::MYSQL_ATTR_INIT_COMMAND', ["SET @v = 'from init'", 'SELEC', "SET sql_mode='ANSI_QUOTES'"]], ['PDO::MYSQL_ATTR_MULTI_STATEMENTS', [true, false]],
			['PDO::ATTR_FETCH_TABLE_NAMES', [true]], ['PDO::MYSQL_ATTR_DIRECT_QUERY', [0, 1]], ['PDO::ATTR_TIMEOUT', [10]], ['PDO::MYSQL_ATTR_IGNORE_SPACE', [true]], ['PDO::MYSQL_ATTR_LOCAL_INFILE', [true, false]], ['PDO::ATTR_DEFAULT_STR_PARAM', [0x40000000, 0x20000000]]]);
		return [constant_value($name), $this->dice->pick($values)];
	}

	private function phrase(): void
	{
		$this->{$this->dice->weighted(['query' => 30, 'prepared' => 40, 'exec' => 14, 'transaction' => 7, 'attributes' => 10, 'quote' => 5, 'ask' => 5, 'several' => 6, 'wrong' => 3])}();
	}

	private function statement(): string
	{
		return 'p' . $this->dice->int(0, 1);
	}

	/** A fetch mode with its arguments, for setFetchMode(), query() and fetchAll(). */
	private function mode(): array
	{
		$class = fn () => $this->dice->pick(['stdClass', 'Plain', 'Bare', 'Typed', 'Hidden', 'Fixed', 'Strict', 'Nope', 'Unmade']);
		return match ($this->dice->weighted(['plain' => 10, 'column' => 4, 'class' => 5, 'into' => 2, 'wrong' => 1])) {
			'plain' => [constant_value('PDO::FETCH_' . $this->dice->pick(['ASSOC', 'NUM', 'BOTH', 'OBJ', 'NAMED', 'LAZY', 'BOUND', 'KEY_PAIR']))],
			'column' => [constant_value('PDO::FETCH_COLUMN'), $this->dice->pick([0, 0, 1, 5, -1])],
			'class' => $this->dice->chance(0.6) ? [constant_value('PDO::FETCH_CLASS'), $class()] : [constant_value('PDO::FETCH_CLASS', $this->dice->pick(['PDO::FETCH_PROPS_LATE', 'PDO::FETCH_CLASSTYPE'])), $class(), list_value([1])],
			'into' => [constant_value('PDO::FETCH_INTO'), ['object' => [$this->dice->pick(['Plain', 'Bare', 'Typed']), []]]],
			'wrong' => [$this->dice->pick([99, -1, 0, constant_value('PDO::FETCH_FUNC')])],
		};
	}

	private function mode_of_all(): array
	{
		return match ($this->dice->weighted(['none' => 4, 'plain' => 8, 'group' => 6, 'column' => 5, 'class' => 4, 'func' => 3, 'wrong' => 1])) {
			'none' => [],
			'plain' => [constant_value('PDO::FETCH_' . $this->dice->pick(['ASSOC', 'NUM', 'BOTH', 'OBJ', 'NAMED', 'KEY_PAIR', 'LAZY', 'BOUND']))],
			'group' => [constant_value('PDO::FETCH_' . $this->dice->pick(['GROUP', 'UNIQUE']), 'PDO::FETCH_' . $this->dice->pick(['ASSOC', 'NUM', 'OBJ', 'COLUMN', 'CLASS', 'NAMED']))],
			'column' => [constant_value('PDO::FETCH_COLUMN'), ...$this->dice->pick([[], [0], [1], [9], [-1]])],
			'class' => [constant_value('PDO::FETCH_CLASS'), $this->dice->pick(['Plain', 'Bare', 'Typed', 'Hidden', 'Strict']), ...$this->dice->pick([[], [list_value([1, 2])]])],
			'func' => [constant_value('PDO::FETCH_FUNC'), ['closure' => $this->dice->pick(['pairs', 'first', 'count', 'thrower'])]],
			'wrong' => [$this->dice->pick([constant_value('PDO::FETCH_INTO'), 99, -1, constant_value('PDO::FETCH_FUNC')])],
		};
	}

	private function fetch(string $statement): void
	{
		match ($this->dice->weighted(['fetch' => 14, 'all' => 10, 'column' => 6, 'object' => 5, 'meta' => 5, 'counts' => 2, 'foreach' => 4, 'set' => 3, 'bind' => 3, 'next' => 2, 'dump' => 1, 'attribute' => 1])) {
			// modes with an argument take what setFetchMode() left in PHP's memory for another mode
			'fetch' => $this->on($statement, 'fetch', $this->dice->chance(0.3) ? [] : [constant_value('PDO::FETCH_' . $this->dice->pick(['ASSOC', 'NUM', 'BOTH', 'OBJ', 'NAMED', 'LAZY', 'BOUND', 'KEY_PAIR'])), ...$this->dice->chance(0.1) ? [constant_value('PDO::FETCH_ORI_' . $this->dice->pick(['NEXT', 'PRIOR', 'FIRST', 'LAST', 'ABS'])), 1] : []]),
			'all' => $this->on($statement, 'fetchAll', $this->mode_of_all()),
			'column' => $this->on($statement, 'fetchColumn', $this->dice->pick([[], [0], [1], [7], [-1]])),
			'object' => $this->on($statement, 'fetchObject', $this->dice->pick([[], ['Plain'], ['Plain', list_value([1, 2])], ['Typed'], ['Hidden'], ['Fixed'], ['Bare', list_value([1])], ['Nope']])),
			'meta' => $this->on($statement, 'getColumnMeta', [$this->dice->pick([0, 0, 1, 2, 3, 9, -1])]),
			'counts' => $this->on($statement, $this->dice->pick(['rowCount', 'columnCount'])),
			'foreach' => $this->calls[] = ['do' => 'foreach', 'on' => $statement, 'limit' => $this->dice->pick([1, 2, 100])],
			'set' => $this->on($statement, 'setFetchMode', $this->mode()),
			'bind' => $this->bind_column($statement),
			'next' => $this->on($statement, $this->dice->pick(['nextRowset', 'closeCursor'])),
			'dump' => $this->calls[] = ['do' => 'dump', 'on' => $statement],
			'attribute' => $this->on($statement, $this->dice->pick(['getAttribute', 'setAttribute']), [constant_value($this->dice->pick(self::ATTRIBUTES)), 1]),
		};
	}

	private function bind_column(string $statement): void
	{
		$this->on($statement, 'bindColumn', [$this->dice->pick([1, 1, 2, 'id', 'c0', 'a', 0, 99]), ['var' => 'b' . $this->dice->int(0, 1)], ...$this->dice->pick([[], [constant_value('PDO::PARAM_INT')], [constant_value('PDO::PARAM_STR')], [constant_value('PDO::PARAM_BOOL')], [constant_value('PDO::PARAM_NULL')]])]);
		$this->on($statement, 'fetch', [constant_value('PDO::FETCH_BOUND')]);
	}

	private function fetches(string $statement, int $count): void
	{
		for ($i = 0; $i < $count; $i++) {
			$this->fetch($statement);
		}
	}

	private function query(): void
	{
		$statement = $this->statement();
		$this->on('d0', 'query', [bytes_value($this->texts->select()), ...($this->dice->chance(0.2) ? $this->mode() : [])], $statement);
		$this->fetches($statement, $this->dice->int(0, 7));
		if ($this->dice->chance(0.4)) {
			$this->on($statement, 'closeCursor');
		}
	}

	/**
	 * A text with marks in one of both styles, at times in both, and odd places for a mark. @return
	 * array{string, list<int|string>}
	 */
	private function marked(): array
	{
		if ($this->dice->chance(0.1)) {
			return $this->dice->pick([["SELECT '?' , ?", [1]], ['SELECT "?", ? -- ?', [1]], ["SELECT /* ? */ ? # ?\n, 2", [1]], ['SELECT `id`, ? AS `a?` FROM t0', [1]], ["SELECT ':a', :a", [':a']], ['SELECT ?, :a', [1, ':a']], ['SELECT :a, :a', [':a']],
				["SELECT 'it''s ?', ?", [1]], ["SELECT 'a\\'?', ?", [1]], ['SELECT 1--?', []], ["SELECT @v:=?", [1]], ['SELECT ?+?', [1, 2]], ["SELECT 'é?', :é", []], ['SELECT :a_1', [':a_1']], ["SELECT \"a''?\", ?", [1]], ['SELECT ?? 1', []]]);
		}
		[$sql, $marks] = $this->texts->prepared();
		if ($marks === 0 || $this->dice->chance(0.6)) {
			return [$sql, $marks > 0 ? range(1, $marks) : []];
		}
		$names = [];
		$sql = preg_replace_callback('/\?/', function () use (&$names) {
			$names[] = ':n' . count($names);
			return end($names);
		}, $sql);
		return [$sql, $names];
	}

	private function value(): mixed
	{
		return match ($this->dice->weighted(['null' => 3, 'int' => 8, 'float' => 4, 'text' => 9, 'bool' => 3, 'long' => 1, 'object' => 1])) {
			'null' => null,
			'int' => $this->dice->pick([0, 1, 2, -1, 42, 2147483648, PHP_INT_MAX, PHP_INT_MIN]),
			'float' => float_value($this->dice->pick([0.0, -0.0, 1.5, 0.1, 1e100, INF, NAN, 1e15, 123456789.987654321])),
			'text' => bytes_value($this->dice->pick(['', 'a', '1', '1x', '0', "it's", "\\", "\0", "é", "\xff\xfe", '1e3', '9223372036854775808', '2024-01-01', '?', ':a', "\xbf'"])),
			'bool' => $this->dice->chance(0.5),
			'long' => bytes_value(str_repeat('L', $this->dice->length(66000))),
			'object' => ['object' => ['Lister', ['text of an object']]],
		};
	}

	private function type(): array
	{
		return $this->dice->chance(0.3) ? [] : [constant_value('PDO::PARAM_' . $this->dice->pick(['INT', 'STR', 'STR', 'BOOL', 'NULL', 'LOB', 'STR_NATL']))];
	}

	private function prepared(): void
	{
		$statement = $this->statement();
		[$sql, $marks] = $this->marked();
		$options = $this->dice->chance(0.15) ? [['map' => [$this->dice->pick([[constant_value('PDO::ATTR_EMULATE_PREPARES'), $this->dice->chance(0.5)], [constant_value('PDO::MYSQL_ATTR_DIRECT_QUERY'), 1], [constant_value('PDO::ATTR_CURSOR'), constant_value('PDO::CURSOR_SCROLL')], [constant_value('PDO::MYSQL_ATTR_USE_BUFFERED_QUERY'), false]])]]] : [];
		$this->on('d0', 'prepare', [bytes_value($sql), ...$options], $statement);
		for ($rounds = $this->dice->weighted([1 => 6, 2 => 3, 3 => 1]); $rounds > 0; $rounds--) {
			$this->execute($statement, $marks);
			$this->fetches($statement, $this->dice->int(0, 5));
		}
		if ($this->dice->chance(0.5)) {
			$this->on($statement, 'closeCursor');
		}
		if ($this->dice->chance(0.03)) {
			// its text has addresses of this process in no version, but how it is told
			$this->on($statement, 'debugDumpParams');
		}
	}

	private function execute(string $statement, array $marks): void
	{
		if ($marks === [] || $this->dice->chance(0.05)) {
			$this->on($statement, 'execute', $this->dice->chance(0.95) ? [] : [list_value([$this->value()])]);
		} elseif ($this->dice->chance(0.5)) {
			$values = array_map(fn ($mark) => [is_int($mark) ? $mark - 1 : ($this->dice->chance(0.2) ? substr($mark, 1) : $mark), $this->value()], $marks);
			$this->dice->chance(0.05) && array_pop($values);
			$this->on($statement, 'execute', [['map' => $values]]);
		} else {
			foreach ($marks as $i => $mark) {
				if ($this->dice->chance(0.5)) {
					$this->on($statement, 'bindValue', [$mark, $this->value(), ...$this->type()]);
				} else {
					$this->calls[] = ['do' => 'assign', 'name' => "v$i", 'args' => [$this->value()]];
					$this->on($statement, 'bindParam', [$mark, ['var' => "v$i"], ...$this->type()]);
				}
			}
			$this->on($statement, 'execute');
		}
	}

	private function exec(): void
	{
		// exec() of a text with rows is another thing in both: the documentation says so
		$this->on('d0', 'exec', [bytes_value($this->dice->chance(0.95) ? $this->texts->change() : $this->dice->pick(Texts::BAD))]);
		if ($this->dice->chance(0.3)) {
			$this->on('d0', 'lastInsertId', $this->dice->pick([[], [null], ['name']]));
		}
	}

	private function several(): void
	{
		$statement = $this->statement();
		$this->on('d0', $this->dice->pick(['query', 'prepare']), [bytes_value($this->texts->several())], $statement);
		if ($this->dice->chance(0.5)) {
			$this->on($statement, 'execute');
		}
		for ($i = $this->dice->int(0, 4); $i > 0; $i--) {
			$this->fetches($statement, $this->dice->int(0, 2));
			$this->on($statement, 'nextRowset');
		}
		$this->on($statement, 'closeCursor');
	}

	private function transaction(): void
	{
		for ($i = $this->dice->int(1, 4); $i > 0; $i--) {
			match ($this->dice->weighted(['begin' => 4, 'commit' => 4, 'rollBack' => 3, 'change' => 4])) {
				'begin' => $this->on('d0', 'beginTransaction'),
				'commit' => $this->on('d0', 'commit'),
				'rollBack' => $this->on('d0', 'rollBack'),
				'change' => $this->on('d0', 'exec', [bytes_value($this->texts->change())]),
			};
		}
	}

	private function attributes(): void
	{
		if ($this->dice->chance(0.6)) {
			$this->on('d0', 'setAttribute', $this->option());
		}
		$name = $this->dice->pick(self::ATTRIBUTES);
		match ($this->dice->int(0, 3)) {
			0, 1 => $this->on('d0', 'getAttribute', [constant_value($name)]),
			2 => $this->on('d0', 'getAttribute', [constant_value('PDO::ATTR_SERVER_INFO')], null, ['mask' => 'digits']),
			3 => $this->on('d0', 'setAttribute', [constant_value('PDO::ATTR_ERRMODE'), $this->dice->pick([0, 1, 2, 2, 9, 'x'])]),
		};
	}

	private function quote(): void
	{
		$text = $this->dice->pick(["it's", "\\", "\0\n\r\x1a\"'", '', "é中", "\xbf'", "\x83\\"]) . ($this->dice->chance(0.4) ? $this->dice->bytes($this->dice->int(1, 12)) : '');
		$this->on('d0', 'quote', [bytes_value($text), ...$this->type()]);
	}

	private function ask(): void
	{
		match ($this->dice->int(0, 3)) {
			0 => $this->on('d0', 'lastInsertId'),
			1 => $this->on('d0', 'inTransaction'),
			2 => $this->calls[] = ['do' => 'function', 'name' => 'PDO::getAvailableDrivers', 'args' => []],
			3 => $this->on('d0', $this->dice->pick(['errorInfo', 'errorCode'])),
		};
	}

	private function wrong(): void
	{
		$statement = $this->statement();
		switch ($this->dice->int(0, 2)) {
			case 0:
				$this->on('d0', 'prepare', [bytes_value('SELECT 1')], $statement);
				$this->fetches($statement, 2);
				break;
			case 1:
				$this->on('d0', 'query', [bytes_value($this->texts->select())], $statement);
				$this->on('d0', 'query', [bytes_value($this->texts->any())], 'p1');
				$this->fetches($statement, 2);
				break;
			case 2:
				$this->on('d0', 'query', [bytes_value($this->texts->select())], $statement);
				$this->calls[] = ['do' => 'drop', 'on' => $this->dice->pick(['d0', $statement])];
				$this->fetches($statement, 1);
				$this->connect('d0');
		}
	}

	private function disturb(): void
	{
		if ($this->dice->chance(0.4)) {
			return;
		}
		for ($i = $this->dice->int(1, 4); $i > 0 && count($this->calls) > 4; $i--) {
			$at = $this->dice->int(1, count($this->calls) - 2);
			match ($this->dice->weighted(['drop' => 3, 'repeat' => 2, 'swap' => 3])) {
				'drop' => array_splice($this->calls, $at, 1),
				'repeat' => array_splice($this->calls, $at, 0, [$this->calls[$at]]),
				'swap' => [$this->calls[$at], $this->calls[$at + 1]] = [$this->calls[$at + 1], $this->calls[$at]],
			};
		}
	}
}
