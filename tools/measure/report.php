<?php
/*
 * Put before a measured program by auto_prepend_file. When the program ends it writes what only the process
 * itself knows (peak memory, counters of the driver) to the file named by MYND_MEASURE_REPORT, as JSON. The
 * program sees nothing of it but one more included file. Declares no name.
 */
(static function (): void {
	$file = getenv('MYND_MEASURE_REPORT');
	if ($file === false) {
		return;
	}
	$process = getmypid();
	$report = static function () use ($file, $process): void {
		if (getmypid() !== $process) { // a child of the program
			return;
		}
		$status = @file_get_contents('/proc/self/status');
		$resident = preg_match('/^VmHWM:\s*(\d+) kB/m', (string) $status, $m) ? 1024 * (int) $m[1] : null;
		file_put_contents($file, json_encode([
			'driver' => extension_loaded('mynd') ? 'mynd' : 'stock',
			'peak' => memory_get_peak_usage(),
			'resident' => $resident,
			'statistics' => function_exists('mysqli_get_client_stats') ? mysqli_get_client_stats() : [],
		]));
	};
	// Registered again while shutdown functions run, so that those of the program come first.
	register_shutdown_function(static function () use ($report): void {
		register_shutdown_function($report);
	});
	$own = getenv('MYND_MEASURE_PREPEND');
	if ($own !== false && $own !== '') {
		require $own;
	}
})();
