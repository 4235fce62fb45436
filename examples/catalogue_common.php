<?php
/*
 * What the programs over the catalogue of packages share: the choice of scenes, the database's name, what is
 * looked for, and how what was found is printed. The calls of a driver stand in the programs themselves.
 */
declare(strict_types=1);

const SEARCHED = ['database', 'driver', "don't", 'C++', '100%', 'zsh', 'Größe', 'client library'];
/** Whose dependencies are followed. */
const WANTED = ['gnome', 'kde-full', 'php', 'mariadb-server', 'build-essential', 'texlive-full'];
const COLUMNS_OF_PAGES = 'id, package, version, section, priority, installed_size, homepage, maintainer';
const COLUMNS_OF_LISTS = 'id, package, version, architecture, section, priority, installed_size, size, sha256, filename';
const ROWS_OF_PAGE = 100;

/** The database's name: CATALOGUE_DB in the environment, else "catalogue". */
function catalogue(): string
{
	return getenv('CATALOGUE_DB') ?: 'catalogue';
}

/**
 * Plays the scenes that the command line names, or all of them. Each is a function: "blobs-at-once" is
 * blobs_at_once().
 *
 * @param list<string> $argv
 * @param array<string, string> $scenes titles by name
 * @param mixed ...$given what each scene is called with
 */
function play(array $argv, array $scenes, mixed ...$given): void
{
	foreach (array_slice($argv, 1) ?: array_keys($scenes) as $scene) {
		$function = str_replace('-', '_', $scene);
		if (!isset($scenes[$scene]) || !is_callable($function)) {
			exit("There is no scene '$scene'.\n");
		}
		echo '== ', $scenes[$scene], "\n";
		$function(...$given);
	}
}

/** A pattern of LIKE for texts that have this word in them. */
function pattern(string $word): string
{
	return '%' . addcslashes($word, '\\%_') . '%';
}

/**
 * How many packages were found, and the first three.
 *
 * @param iterable<array<array-key, mixed>> $rows
 */
function tell_found(string $word, int $count, iterable $rows): void
{
	printf("%s: %d found\n", $word, $count);
	$shown = 0;
	foreach ($rows as $row) {
		if ($shown++ < 3) {
			printf("  %s %s - %s\n", $row['package'], $row['version'], strtok((string) $row['description'], "\n"));
		}
	}
}

/**
 * Turns all pages.
 *
 * @param callable(int): iterable<stdClass> $page the ROWS_OF_PAGE packages after the one with this id
 */
function turn_pages(callable $page): void
{
	$last = $count = 0;
	$hash = hash_init('xxh3');
	do {
		$rows = 0;
		foreach ($page($last) as $row) {
			hash_update($hash, "$row->package $row->version $row->section $row->maintainer");
			$last = (int) $row->id;
			$rows++;
		}
		if ($count++ % 100 === 0) {
			printf("page %d ends with package %d\n", $count, $last);
		}
	} while ($rows === ROWS_OF_PAGE);
	printf("%d pages, %s\n", $count, hash_final($hash));
}

/**
 * Everything that the wanted packages need, breadth first. Of each it looks up depends, pre_depends and
 * installed_size.
 *
 * @param callable(string): (array<array-key, mixed>|null) $look_up
 */
function follow_dependencies(callable $look_up): void
{
	/** @var list<string> $open */
	$open = WANTED;
	$seen = array_fill_keys($open, true);
	$size = 0;
	while ($open && count($seen) < 6000) {
		[$depends, $before, $installed] = $look_up(array_shift($open)) ?? [null, null, null];
		$size += (int) $installed;
		preg_match_all('/(?:^|,\s*)([a-z0-9][a-z0-9.+-]+)/', "$before, $depends", $names);
		foreach ($names[1] as $needed) {
			if (!isset($seen[$needed])) {
				$seen[$needed] = true;
				$open[] = $needed;
			}
		}
	}
	printf("%d packages looked at, %d KiB installed\n", count($seen) - count($open), $size);
}

/**
 * How long a list is, and what is in its middle.
 *
 * @param array<array-key, mixed> $rows
 */
function tell_list(string $name, array $rows): void
{
	printf("%s: %d rows, in the middle %s\n", $name, count($rows), json_encode($rows[intdiv(count($rows), 2)]));
}

function tell_blob(int $id, string $content): void
{
	printf("BLOB %d: %d bytes, %s\n", $id, strlen($content), hash('xxh3', $content));
}

/** Counts and hashes rows of values as they come. */
final class Sum
{
	private int $rows = 0;
	private int $bytes = 0;
	private HashContext $hash;

	public function __construct()
	{
		$this->hash = hash_init('xxh3');
	}

	/** @param array<array-key, mixed> $values */
	public function add(array $values): void
	{
		$text = implode("\0", $values);
		hash_update($this->hash, $text);
		$this->bytes += strlen($text);
		$this->rows++;
	}

	public function tell(int $fields): void
	{
		printf("%d rows of %d fields, %d bytes, %s\n", $this->rows, $fields, $this->bytes, hash_final($this->hash));
	}
}
