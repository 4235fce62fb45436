<?php
// Random programs of mysqli calls. A program is made of phrases: short runs of calls as a program would write
// them. Then calls are dropped, repeated, exchanged and put in from elsewhere, so that they come in every
// wrong order too.

final class MysqliPrograms
{
	private array $calls;
	private array $tables;
	private Texts $texts;
	private string $link = 'm0';

	public function __construct(private Dice $dice, private Server $server, private ?Prologues $prologues = null)
	{
	}

	public function program(): array
	{
		$schema = new Schema($this->dice, $this->server);
		$this->tables = [$schema->table('t0')];
		if ($this->dice->chance(0.3)) {
			$this->tables[] = $schema->table('t1');
		}
		$this->texts = new Texts($this->dice, $this->server, $this->tables);
		$this->calls = [];
		$this->prologues === null ? $this->connect('m0') : $this->begin_alike();
		$phrases = $this->dice->int(2, 9);
		for ($i = 0; $i < $phrases; $i++) {
			$this->phrase();
		}
		$this->disturb();
		$text = json_encode($this->calls);
		return [
			'seed' => $this->dice->seed,
			'tables' => $this->tables,
			'procedures' => preg_match('/CALL p/', $text) ? $this->texts->procedures() : [],
			'report' => $this->dice->pick([3, 3, 3, 0, 0, 1, 2, 7, 255]),
			'precision' => $this->dice->chance(0.9) ? 14 : $this->dice->pick([17, -1, 5]),
			'mysql' => !$this->server->mariadb,
			// MariaDB counts the statements of all links; execute_query() keeps statements in one and not in
			// the other
			'masked' => $this->server->mariadb || str_contains($text, 'execute_query') ? ['thread_id', 'id'] : ['thread_id'],
			'calls' => $this->calls,
		];
	}

	/** Sessions that begin alike, then those that go on somehow; the last one is the program's. */
	private function begin_alike(): void
	{
		$sessions = $this->prologues->of_mysqli();
		foreach ($sessions as $number => $calls) {
			$number > 0 && $this->on('m0', 'close');
			array_push($this->calls, ...$calls);
			if ($number >= Prologues::ALIKE && $number < count($sessions) - 1) {
				$this->phrase();
			}
		}
	}

	private function call(string $do, array $rest): void
	{
		$this->calls[] = ['do' => $do] + $rest;
	}

	/** A method, or its function: programs are written in both styles. */
	private function on(string $slot, string $method, array $args = [], ?string $to = null, array $more = []): void
	{
		$function = $this->function_of($slot, $method);
		$rest = ($to !== null ? ['to' => $to] : []) + $more + ($method === 'stat' ? ['mask' => 'digits'] : []);
		if ($function !== null && (!method_exists($this->class_of($slot), $method) || $this->dice->chance(0.25))) {
			$this->call('function', ['name' => $function, 'args' => [['slot' => $slot], ...$args]] + $rest);
		} else {
			$this->call('method', ['on' => $slot, 'name' => $method, 'args' => $args] + $rest);
		}
	}

	private function class_of(string $slot): string
	{
		return ['m' => 'mysqli', 'r' => 'mysqli_result', 's' => 'mysqli_stmt', 'w' => 'mysqli_warning'][$slot[0]];
	}

	private function function_of(string $slot, string $method): ?string
	{
		$name = match (true) {
			$slot[0] === 'r' && in_array($method, ['free', 'close', 'free_result'], true) => 'mysqli_free_result',
			$slot[0] === 's' => "mysqli_stmt_$method",
			default => "mysqli_$method",
		};
		return $slot[0] !== 'w' && function_exists($name) && $method !== 'poll' ? $name : null;
	}

	private function connect(string $slot): void
	{
		$host = $this->dice->pick(['localhost', 'localhost', '127.0.0.1', null]);
		$to = fn (mixed $db) => [$host, ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], $db, ['env' => 'MYND_TEST_PORT'], ['env' => 'MYND_TEST_SOCKET']];
		$db = $this->dice->chance(0.95) ? ['env' => 'MYND_TEST_DB'] : $this->dice->pick([null, 'nodb', '']);
		switch ($this->dice->weighted(['new' => 5, 'function' => 2, 'init' => 4, 'wrong' => 1])) {
			case 'new':
				$this->call('new', ['name' => 'mysqli', 'args' => $to($db), 'to' => $slot]);
				break;
			case 'function':
				$this->call('function', ['name' => 'mysqli_connect', 'args' => $to($db), 'to' => $slot]);
				break;
			case 'init':
				$this->call('function', ['name' => 'mysqli_init', 'args' => [], 'to' => $slot]);
				for ($i = $this->dice->int(0, 2); $i > 0; $i--) {
					$this->option($slot);
				}
				// TLS on a unix socket is another thing in both: the documentation says so
				$flags = $host === '127.0.0.1' && $this->dice->chance(0.2) ? constant_value('MYSQLI_CLIENT_SSL') : 0;
				$flags = $flags === 0 && $this->dice->chance(0.4) ? constant_value($this->dice->pick(['MYSQLI_CLIENT_FOUND_ROWS', 'MYSQLI_CLIENT_IGNORE_SPACE', 'MYSQLI_CLIENT_COMPRESS', 'MYSQLI_CLIENT_INTERACTIVE'])) : $flags;
				$this->on($slot, 'real_connect', [...$to($db), $flags]);
				break;
			case 'wrong':
				$args = $to($db);
				$args[$this->dice->int(1, 2)] = 'wrong';
				$this->call('new', ['name' => 'mysqli', 'args' => $args, 'to' => $slot]);
				$this->call('function', ['name' => 'mysqli_connect_errno', 'args' => []]);
				$this->call('function', ['name' => 'mysqli_connect_error', 'args' => []]);
				$this->call('new', ['name' => 'mysqli', 'args' => $to(['env' => 'MYND_TEST_DB']), 'to' => $slot]);
		}
	}

	private function option(string $slot): void
	{
		[$option, $value] = $this->dice->pick([['MYSQLI_OPT_INT_AND_FLOAT_NATIVE', 1], ['MYSQLI_OPT_INT_AND_FLOAT_NATIVE', 1], ['MYSQLI_OPT_INT_AND_FLOAT_NATIVE', 0], ['MYSQLI_INIT_COMMAND', "SET @v = 'from init'"], ['MYSQLI_INIT_COMMAND', 'SELEC'],
			['MYSQLI_INIT_COMMAND', 'SELECT 1'], ['MYSQLI_SET_CHARSET_NAME', 'utf8mb4'], ['MYSQLI_SET_CHARSET_NAME', 'nope'], ['MYSQLI_SET_CHARSET_NAME', 'latin1'], ['MYSQLI_OPT_LOCAL_INFILE', 0], ['MYSQLI_OPT_LOCAL_INFILE', 1],
			['MYSQLI_OPT_CONNECT_TIMEOUT', 10], ['MYSQLI_OPT_READ_TIMEOUT', 100], ['MYSQLI_OPT_NET_CMD_BUFFER_SIZE', 8192], ['MYSQLI_OPT_NET_CMD_BUFFER_SIZE', 100], ['MYSQLI_OPT_NET_READ_BUFFER_SIZE', 4096], ['MYSQLI_OPT_NET_READ_BUFFER_SIZE', 100000],
			['MYSQLI_OPT_SSL_VERIFY_SERVER_CERT', 0], ['MYSQLI_READ_DEFAULT_GROUP', 'x'], ['MYSQLI_OPT_CAN_HANDLE_EXPIRED_PASSWORDS', 1]]);
		$this->on($slot, $this->dice->pick(['options', 'set_opt']), [constant_value($option), $value]);
	}

	private function phrase(): void
	{
		$this->link = $this->dice->chance(0.95) ? 'm0' : 'm1';
		if ($this->link === 'm1' && !str_contains(json_encode($this->calls), '"to":"m1"')) {
			$this->connect('m1');
		}
		$this->{$this->dice->weighted(['stored' => 30, 'used' => 14, 'several' => 10, 'change' => 12, 'statement' => 45, 'execute_query' => 6, 'async' => 5, 'session' => 10, 'transaction' => 8,
			'wrong' => 3, 'warnings' => 4, 'infile' => 2, 'escape' => 4, 'ask' => 6])}();
	}

	private function result(): string
	{
		return 'r' . $this->dice->int(0, 2);
	}

	private function stored(): void
	{
		$result = $this->result();
		$this->on($this->link, 'query', [bytes_value($this->texts->select())], $result);
		$this->fetches($result, $this->dice->int(0, 8));
		if ($this->dice->chance(0.3)) {
			$this->on($result, $this->dice->pick(['free', 'close', 'free_result']));
		}
	}

	private function used(): void
	{
		$result = $this->result();
		if ($this->dice->chance(0.6)) {
			$this->on($this->link, 'query', [bytes_value($this->texts->select()), constant_value('MYSQLI_USE_RESULT')], $result);
		} else {
			$this->on($this->link, 'real_query', [bytes_value($this->texts->any())]);
			$this->on($this->link, $this->dice->pick(['use_result', 'store_result']), [], $result);
		}
		$this->fetches($result, $this->dice->int(0, 6));
		$this->on($result, $this->dice->pick(['fetch_all', 'free', 'close', 'free_result', 'free']));
	}

	private function fetches(string $result, int $count): void
	{
		for ($i = 0; $i < $count; $i++) {
			$this->fetch($result);
		}
	}

	private function mode(): array|int
	{
		return $this->dice->chance(0.95) ? constant_value($this->dice->pick(['MYSQLI_ASSOC', 'MYSQLI_NUM', 'MYSQLI_BOTH'])) : $this->dice->pick([0, 4, -1, 7]);
	}

	private function shape(): array
	{
		return match ($this->dice->weighted(['none' => 6, 'class' => 8, 'arguments' => 3, 'bad' => 1])) {
			'none' => [],
			'class' => [$this->dice->pick(['stdClass', 'Plain', 'Bare', 'Typed', 'Hidden', 'Fixed', 'Strict'])],
			'arguments' => [$this->dice->pick(['Plain', 'Typed', 'Bare']), list_value([1, 'two'])],
			'bad' => [$this->dice->pick(['Unmade', 'Nope', 'Countable', ''])],
		};
	}

	private function fetch(string $result): void
	{
		$index = $this->dice->pick([0, 0, 1, 2, 3, 10, -1]);
		match ($this->dice->weighted(['row' => 8, 'assoc' => 8, 'array' => 6, 'object' => 6, 'all' => 6, 'column' => 5, 'fields' => 4, 'field' => 4, 'direct' => 3, 'seek' => 2, 'data' => 6, 'foreach' => 4, 'rest' => 3])) {
			'row' => $this->on($result, 'fetch_row'),
			'assoc' => $this->on($result, 'fetch_assoc'),
			'array' => $this->on($result, 'fetch_array', $this->dice->chance(0.4) ? [] : [$this->mode()]),
			'object' => $this->on($result, 'fetch_object', $this->shape()),
			'all' => $this->on($result, 'fetch_all', $this->dice->chance(0.3) ? [] : [$this->mode()]),
			'column' => $this->on($result, 'fetch_column', $this->dice->chance(0.4) ? [] : [$index]),
			'fields' => $this->on($result, 'fetch_fields'),
			'field' => $this->on($result, 'fetch_field'),
			'direct' => $this->on($result, 'fetch_field_direct', [$index]),
			'seek' => $this->on($result, 'field_seek', [$index]),
			'data' => $this->on($result, 'data_seek', [$this->dice->pick([0, 0, 1, 2, 5, 100, -1])]),
			'foreach' => $this->call('foreach', ['on' => $result, 'limit' => $this->dice->pick([1, 2, 100])]),
			'rest' => $this->about_result($result),
		};
	}

	private function about_result(string $result): void
	{
		match ($this->dice->int(0, 3)) {
			0 => $this->call('function', ['name' => $this->dice->pick(['mysqli_num_rows', 'mysqli_num_fields', 'mysqli_fetch_lengths', 'mysqli_field_tell']), 'args' => [['slot' => $result]]]),
			1 => $this->call('dump', ['on' => $result]),
			2 => $this->call('isset', ['on' => $result, 'name' => $this->dice->pick(['num_rows', 'lengths', 'nope'])]),
			3 => $this->call('write', ['on' => $result, 'name' => $this->dice->pick(['num_rows', 'current_field']), 'args' => [1]]),
		};
	}

	private function several(): void
	{
		$this->on($this->link, 'multi_query', [bytes_value($this->texts->several())]);
		$count = $this->dice->int(0, 4);
		for ($i = 0; $i < $count; $i++) {
			$result = $this->result();
			$this->on($this->link, $this->dice->pick(['store_result', 'store_result', 'use_result']), [], $result);
			$this->fetches($result, $this->dice->int(0, 3));
			if ($this->dice->chance(0.6)) {
				$this->on($result, 'free');
			}
			$this->on($this->link, 'more_results');
			$this->on($this->link, 'next_result');
		}
		if ($this->dice->chance(0.8)) {
			$this->drain();
		}
	}

	/** Takes what is left on the link, so that what follows is no row of 2014. */
	private function drain(): void
	{
		for ($i = 0; $i < 4; $i++) {
			$this->on($this->link, 'store_result', [], 'r2');
			$this->on($this->link, 'next_result');
		}
		$this->on($this->link, 'store_result', [], 'r2');
	}

	private function change(): void
	{
		$this->on($this->link, $this->dice->pick(['query', 'query', 'real_query']), [bytes_value($this->texts->change())]);
		if ($this->dice->chance(0.3)) {
			$this->about_link();
		}
	}

	private function about_link(): void
	{
		match ($this->dice->int(0, 2)) {
			0 => $this->call('function', ['name' => $this->dice->pick(['mysqli_affected_rows', 'mysqli_insert_id', 'mysqli_info', 'mysqli_error', 'mysqli_errno', 'mysqli_sqlstate', 'mysqli_error_list', 'mysqli_field_count', 'mysqli_warning_count',
				'mysqli_get_host_info', 'mysqli_get_proto_info', 'mysqli_get_server_info', 'mysqli_get_server_version', 'mysqli_character_set_name']), 'args' => [['slot' => $this->link]]]),
			1 => $this->call('dump', ['on' => $this->link]),
			2 => $this->call('isset', ['on' => $this->link, 'name' => $this->dice->pick(['errno', 'info', 'connect_error', 'nope'])]),
		};
	}

	private function statement(): void
	{
		$statement = 's' . $this->dice->int(0, 1);
		[$sql, $marks] = $this->texts->prepared();
		match ($this->dice->weighted(['prepare' => 8, 'init' => 3, 'new' => 1])) {
			'prepare' => $this->on($this->link, 'prepare', [bytes_value($sql)], $statement),
			'init' => $this->init_statement($statement, $sql),
			'new' => $this->call('new', ['name' => 'mysqli_stmt', 'args' => [['slot' => $this->link], bytes_value($sql)], 'to' => $statement]),
		};
		if ($this->dice->chance(0.2)) {
			$this->attribute($statement);
		}
		if ($this->dice->chance(0.15)) {
			$this->on($statement, 'result_metadata', [], $this->result());
		}
		$rounds = $this->dice->weighted([1 => 6, 2 => 3, 3 => 1]);
		for ($i = 0; $i < $rounds; $i++) {
			$this->execute($statement, $marks);
			$this->rows_of($statement);
		}
		match ($this->dice->weighted(['keep' => 4, 'close' => 4, 'reset' => 2, 'again' => 1])) {
			'keep' => null,
			'close' => $this->on($statement, 'close'),
			'reset' => $this->on($statement, 'reset'),
			'again' => $this->on($statement, 'prepare', [bytes_value($this->texts->prepared()[0])]),
		};
	}

	private function init_statement(string $statement, string $sql): void
	{
		$this->on($this->link, 'stmt_init', [], $statement);
		$this->on($statement, 'prepare', [bytes_value($sql)]);
	}

	private function attribute(string $statement): void
	{
		$attribute = constant_value($this->dice->pick(['MYSQLI_STMT_ATTR_CURSOR_TYPE', 'MYSQLI_STMT_ATTR_CURSOR_TYPE', 'MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH']));
		$this->on($statement, 'attr_set', [$attribute, $this->dice->pick([1, 1, 0, 2, -1])]);
		$this->on($statement, 'attr_get', [$attribute]);
	}

	private function value(): mixed
	{
		return match ($this->dice->weighted(['null' => 3, 'int' => 8, 'float' => 5, 'text' => 8, 'bool' => 2, 'long' => 2, 'object' => 1])) {
			'null' => null,
			'int' => $this->dice->pick([0, 1, 2, -1, 42, 255, 2147483648, PHP_INT_MAX, PHP_INT_MIN]),
			'float' => float_value($this->dice->pick([0.0, -0.0, 1.5, 0.1, 1e100, INF, -INF, NAN, 1e15, 123456789.987654321, 9.3e18, -2.0])),
			'text' => bytes_value($this->dice->pick(['', 'a', '1', '1x', '0', "it's", "\\", "\0", "é", "\xff\xfe", '1e3', '9223372036854775808', '-9223372036854775809', '2024-01-01', '-1.5', ' 7'])),
			'bool' => $this->dice->chance(0.5),
			'long' => bytes_value(str_repeat('L', $this->dice->length(70000))),
			'object' => ['object' => ['Lister', ['text of an object']]],
		};
	}

	private function execute(string $statement, int $marks): void
	{
		if ($marks > 0 && $this->dice->chance(0.7)) {
			$count = $this->dice->chance(0.95) ? $marks : $this->dice->int(0, 3);
			$names = array_map(fn ($i) => "v$i", range(0, max(0, $count - 1)));
			$names = $count === 0 ? [] : $names;
			$types = implode('', array_map(fn () => $this->dice->pick(['i', 'd', 's', 's', 'b']), $names));
			$types = $this->dice->chance(0.03) ? $this->dice->pick(['', 'x', 'ii', 'sss']) : $types;
			foreach ($names as $name) {
				$this->call('assign', ['name' => $name, 'args' => [$this->value()]]);
			}
			$this->on($statement, 'bind_param', [$types, ...array_map(fn ($name) => ['var' => $name], $names)]);
			foreach (str_split($types) as $i => $type) {
				for ($n = $type === 'b' ? $this->dice->int(0, 2) : 0; $n > 0; $n--) {
					$this->on($statement, 'send_long_data', [$i, bytes_value($this->dice->pick(['', 'piece', "\0\xff", str_repeat('P', 70000)]))]);
				}
			}
			$this->on($statement, 'execute');
		} elseif ($marks > 0 && $this->dice->chance(0.7)) {
			$count = $this->dice->chance(0.95) ? $marks : $this->dice->int(0, 3);
			$this->on($statement, 'execute', [list_value(array_map(fn () => $this->value(), $count > 0 ? range(1, $count) : []))]);
		} else {
			$this->on($statement, 'execute');
		}
	}

	private function rows_of(string $statement): void
	{
		switch ($this->dice->weighted(['result' => 8, 'bound' => 10, 'stored' => 8, 'none' => 3, 'more' => 2, 'wild' => 3])) {
			case 'result':
				$result = $this->result();
				$this->on($statement, 'get_result', [], $result);
				$this->fetches($result, $this->dice->int(0, 5));
				if ($this->dice->chance(0.3)) {
					$this->on($result, 'free');
				}
				break;
			case 'bound':
				$this->bind_result($statement);
				$this->fetch_bound($statement, $this->dice->int(0, 5));
				$this->on($statement, 'free_result');
				break;
			case 'stored':
				$this->on($statement, 'store_result');
				$this->bind_result($statement);
				$this->fetch_bound($statement, $this->dice->int(0, 5));
				if ($this->dice->chance(0.4)) {
					$this->on($statement, 'data_seek', [$this->dice->pick([0, 1, 2, 100])]);
					$this->fetch_bound($statement, 2);
				}
				if ($this->dice->chance(0.5)) {
					$this->on($statement, 'free_result');
				}
				break;
			case 'more':
				$this->on($statement, 'more_results');
				$this->on($statement, 'next_result');
				break;
			case 'wild':
				for ($i = $this->dice->int(1, 3); $i > 0; $i--) {
					$this->wild_statement($statement);
				}
		}
	}

	private function wild_statement(string $statement): void
	{
		$method = $this->dice->pick(['fetch', 'store_result', 'free_result', 'reset', 'get_result', 'next_result', 'more_results', 'execute', 'close', 'get_warnings', 'num_rows', 'affected_rows', 'insert_id', 'param_count', 'field_count',
			'errno', 'error', 'error_list', 'sqlstate', 'result_metadata']);
		$this->on($statement, $method, [], match ($method) { 'get_result', 'result_metadata' => $this->result(), 'get_warnings' => 'w0', default => null });
	}

	private function bind_result(string $statement): void
	{
		// a count that fits is known to nobody here: the first columns of most texts are few
		$count = $this->dice->pick([1, 1, 1, 2, 2, 3, 4, 6, 9, 15]);
		$this->on($statement, 'bind_result', array_map(fn ($i) => ['var' => "b$i"], range(0, $count - 1)));
	}

	private function fetch_bound(string $statement, int $count): void
	{
		for ($i = 0; $i < $count; $i++) {
			$this->on($statement, 'fetch');
		}
	}

	private function execute_query(): void
	{
		[$sql, $marks] = $this->texts->prepared();
		$marks = $this->dice->chance(0.95) ? $marks : $this->dice->int(0, 2);
		$args = $marks > 0 ? [list_value(array_map(fn () => $this->value(), range(1, $marks)))] : [];
		for ($i = $this->dice->int(1, 2); $i > 0; $i--) {
			$result = $this->result();
			$this->on($this->link, 'execute_query', [bytes_value($sql), ...$args], $result);
			$this->fetches($result, $this->dice->int(0, 3));
		}
	}

	private function async(): void
	{
		$result = $this->result();
		$mode = $this->dice->chance(0.7) ? constant_value('MYSQLI_ASYNC') : constant_value('MYSQLI_ASYNC', 'MYSQLI_USE_RESULT');
		$this->on($this->link, 'query', [bytes_value($this->texts->any()), $mode]);
		if ($this->dice->chance(0.7)) {
			$this->call('poll', ['on' => $this->link, 'links' => [$this->link], 'style' => $this->dice->pick(['oo', 'proc'])]);
		}
		$this->on($this->link, 'reap_async_query', [], $result);
		$this->fetches($result, $this->dice->int(0, 3));
		$this->on($result, 'free');
	}

	private function session(): void
	{
		$user = [['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], ['env' => 'MYND_TEST_DB']];
		match ($this->dice->weighted(['charset' => 8, 'select_db' => 4, 'user' => 2, 'option' => 5, 'ping' => 2, 'report' => 4, 'stat' => 1, 'wrong user' => 1, 'refresh' => 1])) {
			'charset' => $this->on($this->link, 'set_charset', [$this->dice->pick(['utf8mb4', 'utf8mb4', 'utf8', 'latin1', 'gbk', 'sjis', 'big5', 'ucs2', 'nope', '', 'UTF8MB4', 'binary', 'euckr', 'cp932', 'eucjpms', 'latin2', 'cp1251', 'gb2312', 'ujis', 'ascii', 'koi8r', 'utf16', 'swe7', 'greek'])]),
			'select_db' => $this->on($this->link, 'select_db', [$this->dice->chance(0.6) ? ['env' => 'MYND_TEST_DB'] : $this->dice->pick(['mysql', 'nodb', '', 'information_schema'])]),
			'user' => $this->on($this->link, 'change_user', $this->dice->chance(0.8) ? $user : [...array_slice($user, 0, 2), $this->dice->pick([null, ''])]),
			'wrong user' => $this->on($this->link, 'change_user', $this->dice->pick([['nobody', 'wrong', null], [$user[0], 'wrong', $user[2]], [$user[0], $user[1], 'nodb']])),
			'option' => $this->option($this->link),
			'ping' => $this->on($this->link, 'ping'),
			'report' => $this->call('function', ['name' => 'mysqli_report', 'args' => [$this->dice->pick([0, 1, 2, 3, 4, 7, 255])]]),
			'stat' => $this->on($this->link, 'stat'),
			'refresh' => $this->on($this->link, $this->dice->pick(['dump_debug_info', 'thread_safe', 'get_charset', 'character_set_name'])),
		};
	}

	private function transaction(): void
	{
		$flag = fn () => $this->dice->chance(0.5) ? [] : [$this->dice->pick([constant_value('MYSQLI_TRANS_START_READ_ONLY'), constant_value('MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT'), constant_value('MYSQLI_TRANS_START_READ_WRITE'), 0, 3, 255, -1]),
			...$this->dice->pick([[], ['name'], ['a*/b;c d'], [null], ['']])];
		$end = fn () => $this->dice->chance(0.6) ? [] : [$this->dice->pick([constant_value('MYSQLI_TRANS_COR_AND_CHAIN'), constant_value('MYSQLI_TRANS_COR_AND_NO_CHAIN'), constant_value('MYSQLI_TRANS_COR_RELEASE'), constant_value('MYSQLI_TRANS_COR_NO_RELEASE'), 0, 12]),
			...$this->dice->pick([[], ['name'], ['x*/']])];
		$name = $this->dice->pick(['s', 'S 1', 'x', '', 'é']);
		for ($i = $this->dice->int(1, 4); $i > 0; $i--) {
			match ($this->dice->weighted(['autocommit' => 3, 'begin' => 4, 'commit' => 4, 'rollback' => 3, 'savepoint' => 3, 'release' => 2, 'change' => 4])) {
				'autocommit' => $this->on($this->link, 'autocommit', [$this->dice->chance(0.5)]),
				'begin' => $this->on($this->link, 'begin_transaction', $flag()),
				'commit' => $this->on($this->link, 'commit', $end()),
				'rollback' => $this->on($this->link, 'rollback', $end()),
				'savepoint' => $this->on($this->link, 'savepoint', [$name]),
				'release' => $this->on($this->link, 'release_savepoint', [$name]),
				'change' => $this->change(),
			};
		}
	}

	/** Calls on what is closed, freed, unconnected or of another kind. */
	private function wrong(): void
	{
		$result = $this->result();
		switch ($this->dice->int(0, 4)) {
			case 0:
				$this->on($this->link, 'query', [bytes_value($this->texts->select())], $result);
				$this->on($result, 'free');
				$this->fetches($result, 2);
				break;
			case 1:
				$this->on($this->link, 'prepare', [bytes_value('SELECT 1')], 's1');
				$this->on('s1', 'close');
				$this->wild_statement('s1');
				break;
			case 2:
				$this->on($this->link, 'close');
				$this->on($this->link, $this->dice->pick(['ping', 'close', 'stat', 'more_results', 'stmt_init', 'get_charset']));
				$this->connect($this->link);
				break;
			case 3:
				$this->on($this->link, 'query', [bytes_value($this->texts->select()), constant_value('MYSQLI_USE_RESULT')], $result);
				$this->on($this->link, 'query', [bytes_value($this->texts->any()), $this->dice->pick([0, 1, 2, 5, 8])], 'r2');
				$this->fetches($result, 2);
				$this->on($result, 'free');
				break;
			case 4:
				$this->on($this->link, 'query', [bytes_value($this->texts->select())], $result);
				$this->call('drop', ['on' => $this->dice->pick([$this->link, $result])]);
				$this->connect($this->link);
				$this->fetches($result, 1);
		}
	}

	private function warnings(): void
	{
		$this->on($this->link, 'query', [$this->dice->pick(["SELECT 'a'+1, 'b'+2", "SELECT 1/0", "INSERT IGNORE INTO t0 (id) VALUES (1),(1),('x')", 'DROP TABLE IF EXISTS nope, nope2', 'SELECT 1'])], 'r0');
		$this->on($this->link, 'get_warnings', [], 'w0');
		for ($i = $this->dice->int(1, 3); $i > 0; $i--) {
			$this->call('method', ['on' => 'w0', 'name' => 'next', 'args' => []]);
		}
	}

	private function infile(): void
	{
		$table = $this->tables[0]['name'];
		$file = $this->dice->chance(0.8) ? ['env' => 'MYND_TEST_FILE'] : '/no/such/file';
		$this->on($this->link, 'query', [['join' => ["LOAD DATA LOCAL INFILE '", $file, "' " . $this->dice->pick(['', 'IGNORE ', 'REPLACE ']) . "INTO TABLE $table" . $this->dice->pick([' (id)', '', " FIELDS TERMINATED BY ','"])]]]);
		$this->about_link();
	}

	private function escape(): void
	{
		$text = $this->dice->pick(["it's", "\\", "\0\n\r\x1a\"'", '', "é中\u{1f600}", "\xbf'", "\x83\\", "\x8f'", "\xa1\\\xff'", "\xe9'"]) . ($this->dice->chance(0.4) ? $this->dice->bytes($this->dice->int(1, 12)) : '');
		if ($this->dice->chance(0.5)) {
			$this->on($this->link, 'set_charset', [$this->dice->pick(['gbk', 'sjis', 'big5', 'euckr', 'cp932', 'eucjpms', 'gb2312', 'ujis', 'utf8mb4', 'utf8', 'latin1', 'binary'])]);
		}
		$this->on($this->link, $this->dice->pick(['real_escape_string', 'escape_string']), [bytes_value($text)]);
	}

	private function ask(): void
	{
		match ($this->dice->weighted(['charset' => 3, 'warning' => 1, 'stats' => 1, 'client' => 1, 'about' => 8, 'static' => 2])) {
			'charset' => $this->on($this->link, 'get_charset'),
			'warning' => $this->on($this->link, 'get_warnings', [], 'w0'),
			'stats' => $this->on($this->link, 'get_connection_stats', [], null, ['mask' => 'keys']),
			'client' => $this->call('function', ['name' => $this->dice->pick(['mysqli_get_client_info', 'mysqli_get_client_version', 'mysqli_connect_errno', 'mysqli_connect_error', 'mysqli_thread_safe']), 'args' => []]),
			'about' => $this->about_link(),
			'static' => $this->call('read', ['on' => $this->link, 'name' => $this->dice->pick(['nope', 'errno', 'info', 'server_info'])]),
		};
	}

	/** Drops, repeats, exchanges and inserts a few calls. */
	private function disturb(): void
	{
		if ($this->dice->chance(0.4)) {
			return;
		}
		for ($i = $this->dice->int(1, 4); $i > 0 && count($this->calls) > 4; $i--) {
			$at = $this->dice->int(1, count($this->calls) - 2);
			// one that waits for nothing takes its time
			if (str_contains(json_encode(array_slice($this->calls, $at - 1, 3)), 'poll')) {
				continue;
			}
			match ($this->dice->weighted(['drop' => 3, 'repeat' => 2, 'swap' => 3, 'stray' => 3])) {
				'drop' => array_splice($this->calls, $at, 1),
				'repeat' => array_splice($this->calls, $at, 0, [$this->calls[$at]]),
				'swap' => [$this->calls[$at], $this->calls[$at + 1]] = [$this->calls[$at + 1], $this->calls[$at]],
				'stray' => $this->stray($at),
			};
		}
	}

	private function stray(int $at): void
	{
		$calls = $this->calls;
		$this->calls = [];
		$this->link = 'm0';
		match ($this->dice->int(0, 4)) {
			0 => $this->on('m0', $this->dice->pick(['store_result', 'use_result', 'next_result', 'more_results', 'ping', 'reap_async_query', 'stat'])),
			1 => $this->fetch($this->result()),
			2 => $this->wild_statement('s0'),
			3 => $this->session(),
			4 => $this->on($this->result(), 'free'),
		};
		array_splice($calls, $at, 0, $this->calls);
		$this->calls = $calls;
	}
}
