<?php
/*
 * What Psalm's own stub of the extension redis leaves out.
 */

class RedisException extends RuntimeException
{
}
