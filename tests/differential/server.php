<?php
// What the generator knows of the server that programs run on.

final class Server
{
	public array $engines;
	public array $charsets;
	/** @var array<string, list<string>> */
	public array $collations;
	/** @var list<array{string, list<string>}> types that only this kind has, with literals */
	public array $special;

	private function __construct(public readonly bool $mariadb, public readonly int $version)
	{
		$this->engines = $mariadb ? ['InnoDB', 'InnoDB', 'MyISAM', 'Aria'] : ['InnoDB', 'InnoDB', 'MyISAM'];
		$this->special = $mariadb ? $this->of_mariadb() : $this->of_mysql();
	}

	public static function ask(mysqli $link): self
	{
		$server = new self(str_contains($link->server_info, 'MariaDB'), $link->server_version);
		foreach ($link->query('SELECT collation_name, character_set_name FROM information_schema.collations WHERE character_set_name IS NOT NULL ORDER BY 1, 2') as $row) {
			[$collation, $charset] = array_values($row);
			// a collation with nothing of a name but its end belongs to several character sets
			if (str_starts_with($collation, $charset)) {
				$server->collations[$charset][] = $collation;
			}
		}
		$server->charsets = array_values(array_intersect(Schema::CHARSETS, array_keys($server->collations)));
		return $server;
	}

	// stock cannot read a VECTOR before PHP 8.4
	private function of_mariadb(): array
	{
		$types = [
			['INET6', ["'::'", "'2001:db8::ff00:42:8329'", "'::ffff:192.0.2.1'"]],
			['UUID', ["'00000000-0000-0000-0000-000000000000'", "'123e4567-e89b-12d3-a456-426655440000'"]],
			['INET4', ["'0.0.0.0'", "'255.255.255.255'"]],
		];
		return $this->version >= 110700 && PHP_VERSION_ID >= 80400 ? [...$types, ['VECTOR(2)', ["X'0000803F00000040'"]]] : $types;
	}

	private function of_mysql(): array
	{
		$types = [['JSON', ["'[1, 2]'", "CAST('2024-01-01 10:00:00.5' AS JSON)", 'CAST(1.5e10 AS JSON)']], ['GEOMETRYCOLLECTION', ["ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 1))')"]]];
		return $this->version >= 90000 && PHP_VERSION_ID >= 80400 ? [...$types, ['VECTOR(2)', ["X'0000803F00000040'", "STRING_TO_VECTOR('[1.5,-2]')"]]] : $types;
	}
}
