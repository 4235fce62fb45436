<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** A call ends here, after its warning was raised. Never leaves the package. */
final class Refused extends \Exception
{
	/**
	 * @param false|null $answer what the program's call returns: null for a wrong argument, false for all
	 * else
	 */
	public function __construct(public readonly ?bool $answer)
	{
		parent::__construct();
	}
}
