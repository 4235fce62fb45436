<?php
declare(strict_types=1);

namespace Shop;

use Amp\Cancellation;
use Amp\CancelledException;
use Doctrine\DBAL\Connection;
use PDO;

use function Amp\async;
use function Amp\Future\await;

/**
 * What the application answers. It knows no HTTP server: worker.php gives it requests, each in a fiber of its
 * own. In here is ordinary code: no callback, no promise, PDO and DBAL as anywhere.
 */
final class Shop
{
	public function __construct(private readonly Database $database)
	{
	}

	/**
	 * @param Cancellation $gone when the client has gone
	 * @return array{int, array<string, mixed>} the status, and what becomes JSON
	 */
	public function answer(string $method, string $path, string $body, Cancellation $gone): array
	{
		try {
			return match (true) {
				$method === 'GET' && \preg_match('#^/products/(\d{1,9})$#D', $path, $parts) === 1 => $this->product((int) $parts[1], $gone),
				$method === 'POST' && $path === '/orders' => $this->order($body),
				$method === 'GET' && $path === '/numbers' => [200, ['worker' => \getmypid()] + $this->database->stats()],
				default => [404, ['error' => 'there is no such page']],
			};
		} catch (CancelledException) {
			return [499, ['error' => 'the client has gone']]; /* nobody reads this */
		} catch (Unavailable $failure) {
			return [503, ['error' => $failure->getMessage()]];
		} catch (\Throwable $failure) {
			\fwrite(\STDERR, "$method $path: $failure\n");
			return [500, ['error' => 'an error of the application']];
		}
	}

	/**
	 * Three queries at once, each in a fiber and on a connection of its own. This fiber holds no connection
	 * meanwhile: fibers that hold one and wait for another could wait for each other. Where the client has
	 * gone the queries are stopped. An order is not: what has begun is finished.
	 *
	 * @return array{int, array<string, mixed>}
	 */
	private function product(int $id, Cancellation $gone): array
	{
		[$product, $orders, $cheaper] = await([
			async(fn () => $this->database->with_pdo(static function (PDO $pdo) use ($id): mixed {
				$statement = $pdo->prepare('SELECT id, name, price, stock FROM products WHERE id = ?');
				$statement->execute([$id]);
				return $statement->fetch();
			}, $gone)),
			async(fn () => $this->database->with_pdo(static function (PDO $pdo) use ($id): mixed {
				$statement = $pdo->prepare('SELECT COUNT(*) AS orders, COALESCE(SUM(pieces), 0) AS pieces FROM orders WHERE product = ?');
				$statement->execute([$id]);
				return $statement->fetch();
			}, $gone)),
			async(fn () => $this->database->with_dbal(static fn (Connection $dbal): array => $dbal->createQueryBuilder()
				->select('id', 'name')->from('products')->where('id < :id')->orderBy('id', 'DESC')->setMaxResults(3)
				->setParameter('id', $id)->fetchAllAssociative(), $gone)),
		]);
		return $product === false ? [404, ['error' => 'there is no such product']] : [200, ['product' => $product, 'sold' => $orders, 'neighbours' => $cheaper]];
	}

	/**
	 * The client chooses the order's key, and gives the same when it asks again. So it does not matter
	 * whether the transaction was committed when the connection was lost in its last command: done again, it
	 * finds the order.
	 *
	 * @return array{int, array<string, mixed>}
	 */
	private function order(string $body): array
	{
		$order = \json_decode($body, true);
		$key = \is_array($order) ? $order['key'] ?? null : null;
		$product = \is_array($order) ? $order['product'] ?? null : null;
		$pieces = \is_array($order) ? $order['pieces'] ?? null : null;
		if (!\is_string($key) || \preg_match('/^[\w-]{8,36}$/D', $key) !== 1 || !\is_int($product) || !\is_int($pieces) || $pieces < 1 || $pieces > 1000) {
			return [400, ['error' => 'an order has a key of 8 to 36 letters, a product, and 1 to 1000 pieces']];
		}
		return $this->database->with_dbal(static fn (Connection $dbal): array => self::place($dbal, $key, $product, $pieces));
	}

	/** @return array{int, array<string, mixed>} */
	private static function place(Connection $dbal, string $key, int $product, int $pieces): array
	{
		return $dbal->transactional(static function (Connection $dbal) use ($key, $product, $pieces): array {
			$stock = $dbal->fetchOne('SELECT stock FROM products WHERE id = ? FOR UPDATE', [$product]);
			$known = $dbal->fetchAssociative('SELECT id, product, pieces FROM orders WHERE order_key = ?', [$key]);
			if ($known !== false) {
				return $known['product'] === $product && $known['pieces'] === $pieces ? [200, ['order' => $known['id']]] : [409, ['error' => 'another order has this key']];
			}
			if ($stock === false) {
				return [404, ['error' => 'there is no such product']];
			}
			if ($stock < $pieces) {
				return [409, ['error' => 'there are not so many left']];
			}
			$dbal->executeStatement('UPDATE products SET stock = stock - ? WHERE id = ?', [$pieces, $product]);
			$dbal->insert('orders', ['order_key' => $key, 'product' => $product, 'pieces' => $pieces]);
			return [200, ['order' => (int) $dbal->lastInsertId()]];
		});
	}
}
