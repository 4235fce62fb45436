<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Illuminate\Database\DatabaseTransactionsManager;
use Illuminate\Support\Collection;

/**
 * Laravel's manager of transactions, which knows them by the connection's name: what is to happen after a
 * commit is each fiber's own here.
 *
 * @internal
 */
class TransactionsManager extends DatabaseTransactionsManager
{
	use KeepsStatePerFiber;

	public function __construct()
	{
		parent::__construct();
		$this->keepPerFiber(['committedTransactions', 'pendingTransactions', 'currentTransaction'], static fn (): array => [
			'committedTransactions' => new Collection(), 'pendingTransactions' => new Collection(), 'currentTransaction' => [],
		]);
	}
}
