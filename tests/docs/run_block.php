<?php
/*
 * Runs one block, in a folder of its own, against the server of the test. A PHP block and a shell block end
 * with status 0 and write nothing to standard error; of an ini block PHP takes each setting as it stands
 * there, or php-fpm the pool that it describes.
 *
 * Packages of Composer are in `vendor`, as they are in a program's folder; where Composer has none, blocks
 * that load them are left out.
 *
 * Pages speak of a shop's database on a server that is called db.example.com; here that is the test's server
 * (see stand_in()).
 */

final class Runner
{
	public function __construct(
		private readonly string $root,
		private readonly string $temp,
	) {
	}

	/** @return ?string what went wrong */
	public function run(Block $block): ?string
	{
		$folder = "$this->temp/block";
		exec('rm -rf ' . escapeshellarg($folder));
		mkdir($folder);
		foreach (['examples', 'dev', 'docs', 'stubs', 'packages', 'tools', 'src', 'config.m4', 'bench'] as $name) {
			if (file_exists("$this->root/$name")) {
				symlink("$this->root/$name", "$folder/$name");
			}
		}
		$packages = (string) getenv('MYND_PACKAGES');
		if ($packages === '' && str_contains($block->text, 'vendor/autoload.php')) {
			return null;
		}
		$packages === '' || symlink($packages, "$folder/vendor");
		return match ($block->language) {
			'php' => $this->run_php($block, $folder),
			'sh' => $this->run_shell($block, $folder),
			'ini' => str_starts_with($block->text, '[www]') ? $this->run_pool($block, $folder) : $this->run_ini($block, $folder),
		};
	}

	/** What is other on this machine than in the text. */
	private function stand_in(string $text): string
	{
		$port = getenv('MYND_TEST_PORT');
		return strtr($text, [
			'host=db.example.com' => "host=127.0.0.1;port=$port",
			'db.example.com' => '127.0.0.1',
			'host=127.0.0.1' => "host=127.0.0.1;port=$port",
			'/etc/mysql/ca.pem' => getenv('MYND_TEST_TLS_CA'),
			'extension=mynd.so' => 'extension=' . getenv('MYND_SO'),
		]);
	}

	/**
	 * Deprecated names may stand on a page: what takes their place is not in every PHP. @return list<string>
	 */
	private function settings(): array
	{
		$settings = [
			'mysqli.default_socket=' . getenv('MYND_TEST_SOCKET'), 'mysqli.default_port=' . getenv('MYND_TEST_PORT'),
			'pdo_mysql.default_socket=' . getenv('MYND_TEST_SOCKET'), 'error_reporting=' . (E_ALL & ~E_DEPRECATED), 'display_errors=stderr', 'html_errors=0', 'log_errors=0',
			'apc.enable_cli=1',
		];
		return array_merge(...array_map(fn(string $setting) => ['-d', $setting], $settings));
	}

	private function run_php(Block $block, string $folder): ?string
	{
		file_put_contents("$folder/program.php", $this->stand_in($block->php()));
		return $this->judge($block, [...explode(' ', getenv('MYND_PHP_CMD')), ...$this->settings(), 'program.php'], $folder, $this->settings_above($block, $folder));
	}

	/**
	 * The environment in which PHP has the ini lines that stand above the block. @return array<string,
	 * string>
	 */
	private function settings_above(Block $block, string $folder): array
	{
		if ($block->settings === null) {
			return [];
		}
		mkdir("$folder/ini");
		file_put_contents("$folder/ini/90-page.ini", $this->stand_in($block->settings->text));
		return ['MYND_WITH_INI' => "$folder/ini"];
	}

	private function run_shell(Block $block, string $folder): ?string
	{
		mkdir("$folder/.bin");
		$php = implode(' ', array_map(escapeshellarg(...), [...explode(' ', getenv('MYND_PHP_CMD')), ...$this->settings()]));
		file_put_contents("$folder/.bin/php", "#!/bin/sh\nexec $php \"\$@\"\n");
		chmod("$folder/.bin/php", 0755);
		symlink("$this->root/bin/mynd", "$folder/.bin/mynd");
		file_put_contents("$folder/.bin/script", "set -euo pipefail\nPATH=$folder/.bin:\$PATH\n" . $this->stand_in($block->text));
		return $this->judge($block, ['bash', '.bin/script'], $folder, $this->settings_above($block, $folder));
	}

	/** Each setting exists and has the value that the block gives it; PHP has nothing to say at its start. */
	private function run_ini(Block $block, string $folder): ?string
	{
		$scan = "$folder/scan";
		mkdir($scan);
		foreach (glob(getenv('MYND_PHP_INI_FOLDER') . '/*.ini') as $file) {
			if (!str_ends_with($file, 'mynd.ini') || !str_contains($block->text, 'extension=')) {
				copy($file, "$scan/" . basename($file));
			}
		}
		file_put_contents("$folder/empty.ini", '');
		file_put_contents("$scan/90-block.ini", $this->stand_in($block->text));
		file_put_contents("$folder/look.php", <<<'LOOK'
			<?php
			foreach (parse_ini_file('scan/90-block.ini') as $name => $value) {
				$has = str_starts_with($name, 'mynd_cache.') ? get_cfg_var($name) : ini_get($name);
				if ($name !== 'extension' && $has !== $value) {
					fprintf(STDERR, "%s is %s, not %s\n", $name, var_export($has, true), var_export($value, true));
				}
			}
			LOOK);
		return $this->judge($block, [getenv('MYND_PHP_BINARY'), '-c', "$folder/empty.ini", '-d', 'display_startup_errors=1', '-d', 'display_errors=stderr', 'look.php'],
			$folder, ['PHP_INI_SCAN_DIR' => $scan]);
	}

	/** php-fpm reads the pool; it wants addresses and a log of its own beside it. */
	private function run_pool(Block $block, string $folder): ?string
	{
		$fpm = getenv('MYND_PHP_FPM');
		if ($fpm === false || $fpm === '') {
			return null;
		}
		$pool = preg_replace('/^\[www\]$/m', "[www]\nlisten = $folder/fpm.sock\nuser = nobody", $this->stand_in($block->text));
		file_put_contents("$folder/fpm.conf", "[global]\nerror_log = $folder/log\n$pool");
		[$status, , $said] = $this->start([$fpm, '-n', '-t', '-y', "$folder/fpm.conf"], $folder);
		return $status === 0 && !str_contains($said, 'WARNING') ? null : "php-fpm -t says: $said";
	}

	private function judge(Block $block, array $command, string $folder, array $environment = []): ?string
	{
		[$status, $said, $complained] = $this->start($command, $folder, $environment);
		if ($status !== 0 || ($complained !== '' && $block->language !== 'sh')) {
			return "status $status\n$said$complained";
		}
		$output = $block->output;
		if ($output === null || $output->comparable($output->text) === $output->comparable($said)) {
			return null;
		}
		return "it prints\n$said--- the page says\n$output->text";
	}

	/** @return array{int, string, string} status, standard output, standard error */
	private function start(array $command, string $folder, array $environment = []): array
	{
		$process = proc_open(['timeout', '60', ...$command], [['file', '/dev/null', 'r'], ['file', "$folder/.out", 'w'], ['file', "$folder/.err", 'w']], $pipes, $folder,
			[...getenv(), ...$environment]);
		$status = proc_close($process);
		return [$status, file_get_contents("$folder/.out"), file_get_contents("$folder/.err")];
	}
}
