<?php
declare(strict_types=1);

namespace Shop;

/** The database cannot be asked now: 503, and the client may come again. */
final class Unavailable extends \RuntimeException
{
}
