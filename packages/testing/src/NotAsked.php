<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** The recording has more than was asked. */
final class NotAsked extends \Error
{
}
