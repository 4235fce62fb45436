<?php
/*
 * One of the programs of ages.php: pages that read rows in a fixed order over two connections, so that their
 * reads come ahead, and in between what changes the answers. Writes a line for each read and write, with the
 * times at which it began and ended. Each program writes rows of its own: every second one. Arguments: seed
 * of the pages, number of this program (1 or 2), reads, age in milliseconds.
 */
declare(strict_types=1);

const ROWS = 24;
[, $seed, $number, $reads, $age] = $argv;
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

function connect(string $prefix = 'p:'): mysqli
{
    return new mysqli($prefix . 'localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mynd_prefetch', 0, getenv('MYND_TEST_SOCKET'));
}

/* A page: steps that it always takes, each on one of its two connections. */
mt_srand((int) $seed);
$pages = [];
for ($page = 0; $page < 6; $page++) {
    for ($step = 0, $steps = mt_rand(4, 14); $step < $steps; $step++) {
        $kind = mt_rand(0, 19) === 0 ? 'write' : 'read';
        $pages[$page][] = [$kind, mt_rand(0, 5) === 0 ? 1 : 0, mt_rand(1, ROWS)];
    }
}
mt_srand((int) $seed * 10 + (int) $number);

final class Program
{
    private array $versions = [];

    public array $links = [];
    private array $began = [null, null]; /* of each connection's transaction */
    private array $uncommitted = [[], []];
    public int $reads = 0;

    public function __construct(private readonly int $number)
    {
    }

    /* The row of this program next to that one. */
    private function own(int $id): int
    {
        return $id - ($id + $this->number) % 2 ?: ROWS;
    }

    /* Each row in a way of its own: as a text, prepared with a value of each type, in one call. */
    private function ask(mysqli $db, int $id): int
    {
        $sql = 'SELECT version FROM rows_of_ages WHERE id = ';
        if ($id % 3 === 0) {
            $statement = $db->prepare("$sql?");
            $statement->bind_param('isd'[intdiv($id, 3) % 3], $id);
            $statement->execute();
        }
        $result = match ($id % 3) {
            0 => $statement->get_result(),
            1 => $db->execute_query("$sql?", [$id]),
            2 => $db->query($sql . $id, [MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT][mt_rand(0, 9) === 0]),
        };
        $version = (int) $result->fetch_row()[0];
        $result->free();
        return $version;
    }

    public function read(int $link, int $id): void
    {
        $begin = hrtime(true);
        $version = $this->ask($this->links[$link], $id);
        $end = hrtime(true);
        $this->reads++;
        if ($version < ($this->uncommitted[$link][$id] ?? 0)) {
            echo "OWN $id $version {$this->uncommitted[$link][$id]}\n";
        }
        printf("R %d %d %d %d %d\n", $id, $version, $begin, $end, $this->began[$link] ?? 0);
    }

    public function write(int $link, int $id): void
    {
        $id = $this->own($id);
        if ($this->began[1 - $link] !== null || ($this->uncommitted[$link] !== [] && !isset($this->uncommitted[$link][$id]))) {
            return; /* it might wait for a lock of this program */
        }
        $begin = hrtime(true);
        $db = $this->links[$link];
        $version = $this->versions[$id] = ($this->versions[$id] ?? 0) + 1;
        $sql = "UPDATE rows_of_ages SET version = $version WHERE id = $id";
        switch (mt_rand(0, 4)) {
            case 0:
                $db->prepare('UPDATE rows_of_ages SET version = ? WHERE id = ?')->execute([$version, $id]);
                break;
            case 1:
                $db->query($sql, MYSQLI_ASYNC);
                $db->reap_async_query();
                break;
            default:
                $db->query($sql);
        }
        if ($this->began[$link] !== null) {
            $this->uncommitted[$link][$id] = $version;
            $this->written[$link][] = [$id, $version, $begin];
        } else {
            printf("W %d %d %d %d\n", $id, $version, $begin, hrtime(true));
        }
    }
    private array $written = [[], []];

    /* By a connection that lasts no longer. */
    public function write_elsewhere(int $id): void
    {
        if ($this->began !== [null, null]) {
            return;
        }
        $id = $this->own($id);
        $version = $this->versions[$id] = ($this->versions[$id] ?? 0) + 1;
        $begin = hrtime(true);
        $db = connect(['p:', ''][mt_rand(0, 1)]);
        $db->query("UPDATE rows_of_ages SET version = $version WHERE id = $id");
        printf("W %d %d %d %d\n", $id, $version, $begin, hrtime(true));
        $db->close();
    }

    public function begin(int $link): void
    {
        if ($this->began[$link] === null && $this->began[1 - $link] === null) {
            $this->began[$link] = hrtime(true);
            mt_rand(0, 1) ? $this->links[$link]->query('BEGIN') : $this->links[$link]->begin_transaction();
        }
    }

    public function commit(int $link): void
    {
        if ($this->began[$link] !== null) {
            $this->links[$link]->commit();
            foreach ($this->written[$link] as [$id, $version, $begin]) {
                printf("W %d %d %d %d\n", $id, $version, $begin, hrtime(true));
            }
            $this->began[$link] = null;
            $this->written[$link] = $this->uncommitted[$link] = [];
        }
    }

    /* What a program does between two reads, rarely. */
    public function disturb(int $link, int $age): void
    {
        switch (mt_rand(0, 600)) {
            case 0: case 1: $this->write(mt_rand(0, 1), mt_rand(1, ROWS)); break;
            case 2: $this->write_elsewhere(mt_rand(1, ROWS)); break;
            case 3: $this->begin($link); break;
            case 4: usleep(mt_rand(0, 2000 * $age)); break;
            case 5: $this->links[$link]->query('SET @@session.div_precision_increment = 4'); break;
            case 6: $this->links[$link]->select_db('mynd_prefetch'); break;
            case 7: $this->links[$link]->query('SELECT NOW(), @a')->fetch_row(); break;
            case 8: $this->read($link, mt_rand(1, ROWS)); break;
        }
    }
}

$program = new Program((int) $number);
while ($program->reads < $reads) {
    $program->links = [connect(), connect()];
    foreach ($pages[mt_rand(0, count($pages) - 1)] as [$kind, $link, $id]) {
        $program->disturb($link, (int) $age);
        $kind === 'read' ? $program->read($link, $id) : $program->write($link, $id);
        if (mt_rand(0, 5) === 0) {
            $program->commit($link);
        }
    }
    $program->commit(0);
    $program->commit(1);
    array_map(static fn (mysqli $db) => $db->close(), $program->links);
}
$sums = ['reads_sent' => 0, 'reads_taken' => 0, 'reads_wasted' => 0, 'reads_repeated' => 0];
foreach (Mynd\pools() as $pool) {
    foreach ($sums as $name => $_) {
        $sums[$name] += $pool[$name];
    }
}
echo 'S ', implode(' ', $sums), "\n";
