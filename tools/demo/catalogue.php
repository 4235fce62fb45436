<?php
/*
 * Reads what `apt-cache dumpavail` prints, from a file, and makes a table of it: writes the rows to a file
 * for LOAD DATA and prints the SQL that creates the table and loads it. Every field that occurs becomes a
 * column.
 *
 *   catalogue.php DUMP ROWS-FILE
 */

const TYPES = [
	'package' => 'VARCHAR(255) NOT NULL',
	'version' => 'VARCHAR(255)',
	'section' => 'VARCHAR(255)',
	'priority' => 'VARCHAR(50)',
	'architecture' => 'VARCHAR(50)',
	'installed_size' => 'INT UNSIGNED',
	'size' => 'BIGINT UNSIGNED',
];

/** A field's name as the column's: "Installed-Size" is installed_size. */
function column_of(string $field): string
{
	return str_replace('-', '_', strtolower($field));
}

/** @return iterable<array<string, string>> the records, by column */
function records(string $file): iterable
{
	$record = [];
	$column = null;
	foreach (new SplFileObject($file) as $line) {
		$line = rtrim($line, "\n");
		if ($line === '') {
			if ($record) {
				yield $record;
			}
			$record = [];
			$column = null;
		} elseif ($line[0] === ' ' && $column !== null) {
			$record[$column] .= "\n" . substr($line, 1);
		} elseif (preg_match('/^([A-Za-z0-9][A-Za-z0-9-]*): ?(.*)$/s', $line, $m)) {
			$column = column_of($m[1]);
			$record[$column] = $m[2];
		}
	}
	if ($record) {
		yield $record;
	}
}

/** @return array{int, list<string>} how many records, and the columns that occur in them */
function survey(string $file): array
{
	$count = 0;
	$columns = [];
	foreach (records($file) as $record) {
		$count++;
		$columns += $record;
	}
	return [$count, array_keys($columns)];
}

function write_rows(string $file, array $columns, string $to): void
{
	$empty = array_fill_keys($columns, null);
	$out = fopen($to, 'w');
	$number = 0;
	foreach (records($file) as $record) {
		$cells = [++$number];
		foreach (array_replace($empty, $record) as $value) {
			$cells[] = $value === null ? '\N' : addcslashes($value, "\\\t\n");
		}
		fwrite($out, implode("\t", $cells) . "\n");
	}
	fclose($out);
}

[, $dump, $rows] = $argv;
[$count, $columns] = survey($dump);
if ($count === 0) {
	fwrite(STDERR, "no package records\n");
	exit(1);
}
write_rows($dump, $columns, $rows);
fprintf(STDERR, "%d records of %d fields\n", $count, count($columns));

$definitions = array_map(
	static fn (string $column): string => "`$column` " . (TYPES[$column] ?? 'MEDIUMTEXT'),
	$columns,
);
echo "CREATE TABLE packages (id INT PRIMARY KEY,\n  ", implode(",\n  ", $definitions),
	",\n  KEY (package), KEY (section));\n";
echo "LOAD DATA LOCAL INFILE '", addslashes($rows), "' INTO TABLE packages CHARACTER SET utf8mb4;\n";
