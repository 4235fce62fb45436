<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** A command has a reply that cannot be recorded, or one that must not be. */
final class NotRecordable extends \Error
{
}
