<?php
/*
 * The attributes that mynd adds to PDO, see docs/pdo.md. For IDEs and Psalm; PHPStan lets nobody add
 * constants to a class of PHP's: say constant('PDO::MYND_ATTR_ASYNC') there, or ignore its
 * classConstant.notFound.
 */

class PDO
{
    /** Of prepare(): execute() does not wait. */
    public const MYND_ATTR_ASYNC = 1900;
    /** Seconds that a reply may keep still; 0: no limit. */
    public const MYND_ATTR_READ_TIMEOUT = 1901;
    /** Of the constructor: TLS without an option for a certificate. */
    public const MYND_ATTR_TLS = 1902;
    /** Of the constructor: a session without state survives the loss of its connection. */
    public const MYND_ATTR_RECONNECT = 1903;
    /** Of the constructor: milliseconds that a reply may be old that was sent ahead; 0: none is. */
    public const MYND_ATTR_PREFETCH = 1904;
}
