<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** A file is no recording, or one of another version. */
final class Unreadable extends \RuntimeException
{
}
