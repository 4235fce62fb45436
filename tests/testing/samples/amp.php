<?php
/* A service on Amp: futures, mynd/revolt, and a pool of connections. */
declare(strict_types=1);

use Mynd\Pool;
use function Amp\async;
use function Amp\delay;
use function Amp\Future\await;

Mynd\Revolt\install();

return [
	'connect' => static function (): object {
		$pool = new Pool(static fn (): mysqli => connect(), maximum: 3);
		$pool->use(static fn (mysqli $db): bool => $db->query('SELECT 1') !== false);
		return $pool;
	},
	'migrate' => static function (Pool $pool): void {
		$pool->use(static function (mysqli $db): void {
			$db->query('DROP TABLE IF EXISTS sample_accounts');
			$db->query('CREATE TABLE sample_accounts (id INT PRIMARY KEY, amount INT) ENGINE=InnoDB');
			$db->multi_query('INSERT INTO sample_accounts VALUES (1, 100), (2, 100); SELECT COUNT(*) FROM sample_accounts');
			while ($db->more_results() && $db->next_result()) {
				$db->store_result();
			}
		});
	},
	'tests' => [
		'futures' => static function (Pool $pool): array {
			$futures = [];
			for ($i = 1; $i <= 8; $i++) {
				$futures[$i] = async(static fn (): array => [$pool->execute('SELECT ? + 1 AS n', [$i])->fetch_column(), delay(0.001 * (9 - $i)), $pool->query("SELECT '$i'")->fetch_column()]);
			}
			$seen = await($futures);
			ksort($seen);
			return $seen;
		},
		'a transaction' => static function (Pool $pool): array {
			$moved = $pool->transaction(static function (mysqli $db): int {
				$db->query('UPDATE sample_accounts SET amount = amount - 30 WHERE id = 1');
				$db->query('UPDATE sample_accounts SET amount = amount + 30 WHERE id = 2');
				return $db->affected_rows;
			});
			$seen = [$moved, $pool->query('SELECT * FROM sample_accounts ORDER BY id')->fetch_all()];
			$pool->query('UPDATE sample_accounts SET amount = 100');
			return $seen;
		},
		'one that fails' => static function (Pool $pool): array {
			try {
				$pool->transaction(static function (mysqli $db): void {
					$db->query('UPDATE sample_accounts SET amount = 0');
					$db->query('INSERT INTO sample_accounts VALUES (1, 1)');
				});
			} catch (mysqli_sql_exception $e) {
				return [$e->getCode(), $e->getSqlState(), $pool->query('SELECT SUM(amount) FROM sample_accounts')->fetch_column()];
			}
			return [];
		},
		'writes side by side' => static function (Pool $pool): array {
			$futures = [];
			for ($i = 10; $i < 16; $i++) {
				$futures[$i] = async(static fn (): array => $pool->use(static function (mysqli $db) use ($i): array {
					$db->query("INSERT INTO sample_accounts VALUES ($i, $i)");
					$seen = [$db->affected_rows, $db->query("SELECT amount FROM sample_accounts WHERE id = $i")->fetch_column()];
					$db->query("DELETE FROM sample_accounts WHERE id = $i");
					return [...$seen, $db->affected_rows];
				}));
			}
			$seen = await($futures);
			ksort($seen);
			return $seen;
		},
	],
];
