<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Illuminate\Database\Connectors\MySqlConnector as LaravelConnector;

/** @internal */
class MySqlConnector extends LaravelConnector
{
	use SetsUpLater;
}
