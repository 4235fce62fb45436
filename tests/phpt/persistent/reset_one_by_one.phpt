--TEST--
Persistent links: what is restored after a reset with mynd.pipelining=off goes command by command, when the link is taken
--EXTENSIONS--
mysqli
pcntl
--INI--
; it stays so with ./dev test --with: who looks for a connection also meets those of other keys that have died
mynd.shared_pool=0
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/hand_over.inc';

/** Nothing may be there after the reset before it is answered. */
function alone(Peer $p, string $reset): Peer
{
	while (($command = hear($p)) !== $reset) {
		answer($p, $command);
	}
	$socket = (fn() => $this->socket)->call($p);
	stream_set_blocking($socket, false);
	$more = fread($socket, 100);
	stream_set_blocking($socket, true);
	echo $more === '' || $more === false ? '' : "heard with the reset: $more\n";
	return $p->packet(Peer::ok());
}

hand_over('the character set', fn($p) => serve(alone($p, 'RESET')));
hand_over('a database', fn($p) => serve(alone($p, 'RESET')), [], fn($m) => $m->select_db('other'));
hand_over('the database alone', fn($p) => serve(alone($p, 'RESET')), ['version' => '5.5.5-10.6.22-MariaDB']);
hand_over('the character set is refused', fn($p) => answer($p, hear(alone($p, 'RESET'))) && hear($p) && tell($p->packet(Peer::err(1115, '42000', 'no'))));
hand_over('closed behind the reset', fn($p) => leave(alone($p, 'RESET')), late: false);
?>
--EXPECT--
the character set: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
a database: by 0 {"made":1,"reused":1}
  0:DB other, 0:RESET, 0:DB db, 0:NAMES, 0:SELECT 2
the database alone: by 0 {"made":1,"reused":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:SELECT 2
the character set is refused: by 1 {"made":2,"reset_failed":1}
  0:SELECT 1, 0:RESET, 0:DB db, 0:NAMES, 1:SELECT 2
closed behind the reset: by 1 {"made":2,"found_dead":1}
  0:SELECT 1, 0:RESET, 1:SELECT 2
