<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Illuminate\Database\Connectors\MariaDbConnector as LaravelConnector;

/** @internal */
class MariaDbConnector extends LaravelConnector
{
	use SetsUpLater;
}
