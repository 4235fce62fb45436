--TEST--
Mynd\pipeline() in fibers: outcomes come while the source is suspended (mynd.source_fibers)
--EXTENSIONS--
mynd
--INI--
mynd.source_fibers=1
--FILE--
<?php
require __DIR__ . '/fibers.inc';

/** What a source waits for, until somebody opens it. */
final class Gate
{
	private array $ends;

	public function __construct()
	{
		$this->ends = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	}

	public function wait(): void
	{
		Loop::wait($this->ends[0], Mynd\READ, null);
		fread($this->ends[0], 1);
	}

	public function open(): void
	{
		fwrite($this->ends[1], 'x');
	}
}

/** A command whose outcome comes when the source, suspended, has called the function that is returned with it. */
function until_released(): array
{
	static $number = 0;
	$other = link_for_test();
	$lock = 'mynd_source_' . ++$number;
	$other->query("DO GET_LOCK('$lock', 0)");
	return ["SELECT GET_LOCK('$lock', 20)", fn() => $other->query("DO RELEASE_LOCK('$lock')")];
}

/** Runs the program in a fiber, and the loop; prints what it notes. */
function scene(string $what, callable $program): void
{
	$said = [];
	$note = function (string $text) use (&$said) {
		$said[] = $text;
	};
	Loop::start(function () use ($program, $note) {
		try {
			$program($note);
		} catch (Throwable $e) {
			$note($e::class . ': ' . $e->getMessage());
		}
	});
	Loop::run();
	gc_collect_cycles();
	echo "$what: ", implode(', ', $said), "\n";
}

function told(mixed $outcome): string
{
	return match (true) {
		$outcome instanceof mysqli_result => (string) $outcome->fetch_column(),
		$outcome instanceof PDOStatement => (string) $outcome->fetchColumn(),
		$outcome instanceof Exception => 'error ' . $outcome->getCode(),
		default => $outcome::class,
	};
}

function pdo_for_test(): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
}

echo "-- as they come\n";
/* The gate is opened only when the outcomes before it are here: without that the program would hang. */
foreach (['mysqli' => 'link_for_test', 'PDO' => 'pdo_for_test'] as $face => $connect) {
	foreach ([false, true] as $stop) {
		scene($face . ($stop ? ', stop_on_error' : ''), function ($note) use ($connect, $stop) {
			$gate = new Gate;
			$source = (function () use ($gate, $note) {
				for ($i = 0; $i < 3; $i++) {
					yield "a$i" => "SELECT $i";
					yield "b$i" => ['SELECT ?', [$i]];
					$gate->wait();
				}
				return 1;
			})();
			foreach (Mynd\pipeline($connect(), $source, $stop) as $key => $outcome) {
				$note("$key " . told($outcome));
				if ($key[0] === 'b') {
					$gate->open();
				}
			}
		});
	}
}
scene('nothing is under way', function ($note) {
	$gate = new Gate;
	$source = (function () use ($gate, $note) {
		Loop::start(fn() => link_for_test()->query('DO 1') && $gate->open());
		$gate->wait();
		yield 'SELECT 1';
		Loop::start(fn() => link_for_test()->query('DO 1') && $gate->open());
		$gate->wait();
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
		$note(told($outcome));
	}
	$note('end');
});
scene('an iterator, and another connection', function ($note) {
	$other = link_for_test();
	$source = new class($other) implements Iterator {
		private int $i = 0;
		public function __construct(private mysqli $other) {}
		public function current(): string { return 'SELECT ' . $this->other->query("SELECT SLEEP(0.01) + $this->i")->fetch_column(); }
		public function key(): string { return "k$this->i"; }
		public function next(): void { $this->i++; }
		public function rewind(): void {}
		public function valid(): bool { return $this->i < 3; }
	};
	foreach (Mynd\pipeline(link_for_test(), $source) as $key => $outcome) {
		$note("$key " . told($outcome));
	}
});
scene('an endless one that waits for outcomes', function ($note) {
	$seen = [];
	$gate = new Gate;
	$source = (function () use (&$seen, $gate) {
		for ($i = 0; ; $i++) {
			yield $i => "SELECT $i * $i";
			while (!isset($seen[$i])) {
				$gate->wait();
			}
		}
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $i => $outcome) {
		$seen[$i] = true;
		$note(told($outcome));
		$gate->open(); /* it goes on also when it was let go */
		if ($i === 5) {
			break;
		}
	}
});
scene('the same connection, when nothing is under way', function ($note) {
	$db = link_for_test();
	$source = (function () use ($db) {
		yield 'SELECT ' . $db->query('SELECT 4')->fetch_column();
	})();
	foreach (Mynd\pipeline($db, $source) as $outcome) {
		$note(told($outcome));
	}
});

echo "-- failures\n";
scene('the source throws after a wait', function ($note) {
	$gate = new Gate;
	$source = (function () use ($gate) {
		yield 'SELECT 1';
		$gate->wait();
		throw new LogicException('of the source');
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
		$note(told($outcome));
		$gate->open();
	}
});
scene('an error stops while the source waits', function ($note) {
	$gate = new Gate;
	$source = (function () use ($gate, $note) {
		try {
			yield 'SELECT nothing';
			$gate->wait();
			yield 'SELECT 1';
		} finally {
			$note('unwound');
		}
	})();
	foreach (Mynd\pipeline(link_for_test(), $source, true) as $outcome) {
		$note(told($outcome));
	}
	$note('over');
	Loop::drop();
});
scene('a command that came when another had failed', function ($note) {
	$gate = new Gate;
	[$db, $other] = [link_for_test(), link_for_test()];
	[$command, $release] = until_released();
	$passed = false;
	$pipeline = Mynd\pipeline($db, (function () use ($gate, $command, $release, &$passed) {
		yield 'first' => 'SELECT 1';
		yield null; /* its reply says that no transaction is open: the next two go together */
		yield 'a' => $command;
		yield 'b' => 'SELECT nothing';
		$release();
		$gate->wait();
		$passed = true;
		yield 'c' => 'SELECT 2';
	})(), true);
	foreach ($pipeline as $key => $outcome) {
		$note("$key " . told($outcome));
		if ($key === 'a') { /* the source answers, and the error comes, while the consumer does something else */
			$gate->open();
			do {
				$state = $other->query("SELECT command FROM information_schema.processlist WHERE id = $db->thread_id")->fetch_column();
			} while (!$passed || $state !== 'Sleep');
		}
	}
});
scene('the waiter throws', function ($note) {
	$gate = new Gate;
	$db = link_for_test();
	$source = (function () use ($gate, $note) {
		try {
			yield 'DO 1';
			$gate->wait();
		} finally {
			$note('unwound');
		}
	})();
	try {
		foreach (Mynd\pipeline($db, $source) as $outcome) {
			$note(told($outcome));
			Mynd\await_with(fn() => throw new RuntimeException('no more'));
		}
	} finally {
		Mynd\await_with(Loop::wait(...));
		unset($source);
		Loop::drop();
		$note($db->query("SELECT 'goes on'")->fetch_column());
	}
});
scene('a call that cannot wait', function ($note) {
	$gate = new Gate;
	$source = (function () use ($gate) {
		yield 'SELECT 1';
		$gate->wait();
	})();
	try {
		foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
			$note(told($outcome));
			Mynd\await_with(null);
		}
	} finally {
		$gate->open();
	}
});
Mynd\await_with(Loop::wait(...));
Loop::drop();

echo "-- who lets go\n";
scene('the consumer, while the source waits', function ($note) {
	$gate = new Gate;
	$db = link_for_test();
	[$command, $release] = until_released();
	$over = false;
	$source = (function () use ($gate, $note, $command, $release, &$over) {
		try {
			yield $command;
			$release();
			$gate->wait();
			$note('the wait was over');
			yield 'SELECT 2';
			$note('never');
		} finally {
			$note('unwound');
			$over = true;
		}
	})();
	foreach (Mynd\pipeline($db, $source) as $outcome) {
		$note(told($outcome));
		break;
	}
	unset($source);
	$note('let go');
	$gate->open();
	while (!$over) {
		$db->query('DO 1');
	}
	$note($db->query("SELECT 'goes on'")->fetch_column());
});
scene('the source, of the pipeline that asks it', function ($note) {
	$gate = new Gate;
	$held = new stdClass;
	[$command, $release] = until_released();
	$source = (function () use ($gate, $note, $held, $command, $release) {
		yield $command;
		$release();
		$gate->wait();
		$held->pipeline = null; /* it lives as long as it is asked */
		$note('dropped');
		yield 'SELECT 2';
	})();
	$held->pipeline = Mynd\pipeline(link_for_test(), $source);
	unset($source);
	$note(told($held->pipeline->current()));
	$gate->open();
	$other = link_for_test();
	while ($held->pipeline !== null) {
		$other->query('SELECT SLEEP(0.01)');
	}
});
$fiber = Loop::start(function () {
	$gate = new Gate;
	$source = (function () use ($gate) {
		try {
			yield 'DO 1';
			$gate->wait();
		} finally {
			echo "unwound\n";
		}
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
	}
});
while (count(Loop::$waiting) < 2) {
	Loop::turn();
}
unset($fiber);
Loop::drop();
gc_collect_cycles();
echo "both dropped\n";

echo "-- a scheduler that knows the consumer's fiber alone\n";
$fiber = new Fiber(function () {
	$log = [];
	$source = (function () use (&$log) {
		$log[] = Fiber::suspend('first');
		yield 'SELECT 1';
		try {
			Fiber::suspend('second');
		} catch (DomainException $e) {
			$log[] = $e->getMessage();
		}
		$me = Fiber::getCurrent(); /* a variable of its own is nobody who would resume it */
		$log[] = Fiber::suspend();
		yield 'SELECT 2';
	})();
	$outcomes = []; /* that of the first command may come before the source is asked again, or after */
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
		$outcomes[] = told($outcome);
	}
	return implode(', ', [...$log, ...$outcomes]);
});
Mynd\await_with(null); // the loop is not asked
Mynd\await_with(fn() => null);
$said = [$fiber->start(), $fiber->resume('one'), $fiber->throw(new DomainException('two')), $fiber->resume('three')];
echo json_encode($said), ' ', $fiber->getReturn(), "\n";
Mynd\await_with(Loop::wait(...));

echo "-- off\n";
ini_set('mynd.source_fibers', '0');
scene('the source runs in the fiber of the consumer', function ($note) {
	$fiber = Fiber::getCurrent();
	$source = (function () use ($fiber, $note) {
		$note(Fiber::getCurrent() === $fiber ? 'the same' : 'another');
		yield 'SELECT 1';
	})();
	foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
		$note(told($outcome));
	}
});
?>
--EXPECT--
-- as they come
mysqli: a0 0, b0 0, a1 1, b1 1, a2 2, b2 2
mysqli, stop_on_error: a0 0, b0 0, a1 1, b1 1, a2 2, b2 2
PDO: a0 0, b0 0, a1 1, b1 1, a2 2, b2 2
PDO, stop_on_error: a0 0, b0 0, a1 1, b1 1, a2 2, b2 2
nothing is under way: 1, end
an iterator, and another connection: k0 0, k1 1, k2 2
an endless one that waits for outcomes: 0, 1, 4, 9, 16, 25
the same connection, when nothing is under way: 4
-- failures
the source throws after a wait: 1, LogicException: of the source
an error stops while the source waits: error 1054, over, unwound
a command that came when another had failed: first 1, a 1, b error 1054, c Mynd\NotRun
the waiter throws: Mynd\Done, unwound, goes on, RuntimeException: no more
a call that cannot wait: 1, Error: Mynd\pipeline(): the commands' source is suspended, and this call cannot wait for it
-- who lets go
the consumer, while the source waits: 1, let go, the wait was over, unwound, goes on
the source, of the pipeline that asks it: 1, dropped
unwound
both dropped
-- a scheduler that knows the consumer's fiber alone
["first","second",null,null] one, two, three, 1, 2
-- off
the source runs in the fiber of the consumer: the same, 1
