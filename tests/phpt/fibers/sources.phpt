--TEST--
Mynd\pipeline() in fibers: outcomes come while the source is suspended (mynd.source_fibers)
--EXTENSIONS--
mynd
--INI--
mynd.source_fibers=1
zend.exception_ignore_args=1
--FILE--
<?php
require __DIR__ . '/sources.inc';

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
		/* the source answers, and the error comes, while the consumer does something else */
		if ($key === 'a') {
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
			Mynd\waiter(fn() => throw new RuntimeException('no more'));
		}
	} finally {
		Mynd\waiter(Loop::wait(...));
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
			Mynd\waiter(null);
		}
	} finally {
		$gate->open();
	}
});
Mynd\waiter(Loop::wait(...));
Loop::drop();
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
