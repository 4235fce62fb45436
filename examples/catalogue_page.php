<?php
/*
 * A page of an ordinary web application: it searches a catalogue of Debian packages. It knows nothing of the
 * driver that it runs on, nor of a cache; `./dev demo` puts one before it by php.ini alone.
 *
 *   catalogue_page.php?q=database
 *
 * Connects as php.ini's mysqli.default_* say, to the database in the environment's CATALOGUE_DB
 * ("catalogue").
 */
declare(strict_types=1);

$asked = $_GET['q'] ?? null;
$word = is_string($asked) ? $asked : 'database';
$db = new mysqli(null, null, null, getenv('CATALOGUE_DB') ?: 'catalogue');
$db->set_charset('utf8mb4');

$text = static fn (mixed $value): string => htmlspecialchars((string) $value, ENT_QUOTES | ENT_SUBSTITUTE);
$pattern = '%' . addcslashes($word, '\\%_') . '%';
$found = $db->execute_query('SELECT package, version, section, description FROM packages WHERE description LIKE ? ORDER BY package, version LIMIT 20', [$pattern]);
$number = $db->execute_query('SELECT COUNT(*) FROM packages WHERE description LIKE ?', [$pattern])->fetch_column();
$sections = $db->query('SELECT section, COUNT(*) AS n FROM packages GROUP BY section ORDER BY n DESC, section LIMIT 10');
$version = $db->query('SELECT VERSION()')->fetch_column();
?>
<!DOCTYPE html>
<title>Packages: <?= $text($word) ?></title>
<h1><?= $number ?> packages with "<?= $text($word) ?>"</h1>
<ul>
<?php foreach ($found as $row): ?>
	<li><b><?= $text($row['package']) ?></b> <?= $text($row['version']) ?> (<?= $text($row['section']) ?>): <?= $text(strtok((string) $row['description'], "\n")) ?></li>
<?php endforeach ?>
</ul>
<h2>Sections</h2>
<ul>
<?php while (($row = $sections->fetch_object()) instanceof stdClass): ?>
	<li><?= $text($row->section) ?>: <?= $row->n ?></li>
<?php endwhile ?>
</ul>
<p>Told by MariaDB <?= $text($version) ?></p>
