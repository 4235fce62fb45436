<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * Laravel's connection of the driver "mysql", whose session is each fiber's own.
 *
 * @since 0.3.0
 */
class MySqlConnection extends \Illuminate\Database\MySqlConnection
{
	use IsPerFiber;
}
