<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * Thrown in a task of DB::concurrently(), wherever it waits, because another task has failed. An Error, so
 * that what catches exceptions of the database lets it through.
 *
 * @since 0.3.0
 */
final class Cancelled extends \Error
{
	/** @var string */
	protected $message = 'another task of DB::concurrently() has failed';
}
