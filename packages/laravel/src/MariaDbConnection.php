<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * Laravel's connection of the driver "mariadb", whose session is each fiber's own.
 *
 * @since 0.3.0
 */
class MariaDbConnection extends \Illuminate\Database\MariaDbConnection
{
	use IsPerFiber;
}
