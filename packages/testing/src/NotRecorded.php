<?php
declare(strict_types=1);

namespace Mynd\Testing;

/**
 * The recording has no answer to what was asked. It is an Error and no Exception, so that code which handles
 * failures of the database does not handle this one.
 */
final class NotRecorded extends \Error
{
}
