<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * A Redis or Valkey server, shared by many machines, by means of the extension redis (phpredis). After its
 * first failure it is not used again in this request, so that a server that hangs costs one time limit.
 */
final class RedisStore implements Store
{
	private const UNLOCK = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0';

	private ?\Redis $redis = null;
	private int $process = 0; /* the process that has made the connection: a forked child makes its own */
	private bool $isDown = false;
	/**
	 * @var array{scheme?: string, host?: string, port?: int, path?: string, user?: string, pass?: string,
	 * query?: string, fragment?: string}
	 */
	private readonly array $address;

	/** @param string $url unix:/path/of/socket, or redis://[user:password@]host[:port] */
	public function __construct(#[\SensitiveParameter] string $url, private readonly string $counters = 'mynd', private readonly float $seconds = 0.2)
	{
		if (!class_exists(\Redis::class, false)) {
			throw new \RuntimeException('there is no extension redis');
		}
		$this->address = parse_url($url) ?: throw new \ValueError('this is no address of a Redis');
	}

	/** @param callable(\Redis): mixed $command false or null: it has nothing */
	private function ask(callable $command): mixed
	{
		if ($this->isDown) {
			return null;
		}
		try {
			$redis = $this->process === getmypid() ? $this->redis : null;
			return $command($redis ?? $this->connect());
		} catch (\RedisException) {
			$this->isDown = true;
			try {
				/* otherwise a late reply would be taken for the reply to another command */
				$this->redis?->close();
			} catch (\RedisException) {
			}
			return null;
		}
	}

	/**
	 * A process of a web server keeps its connection from request to request. Other processes may be forked,
	 * and phpredis would share the parent's connection with its children.
	 */
	private function connect(): \Redis
	{
		$redis = new \Redis();
		$this->process = (int) getmypid();
		$this->redis = null;
		$isSocket = ($this->address['scheme'] ?? '') === 'unix';
		$where = [$isSocket ? $this->address['path'] ?? '' : $this->address['host'] ?? '127.0.0.1', $isSocket ? 0 : $this->address['port'] ?? 6379, $this->seconds, null, 0, $this->seconds];
		if (!(PHP_SAPI === 'cli' ? @$redis->connect(...$where) : @$redis->pconnect(...$where))) {
			throw new \RedisException('it does not answer');
		}
		$this->redis = $redis;
		if (isset($this->address['pass'])) {
			$password = rawurldecode($this->address['pass']);
			$user = rawurldecode($this->address['user'] ?? '');
			$redis->auth($user === '' ? $password : [$user, $password]);
		}
		return $redis;
	}

	public function get(string $key): ?string
	{
		$value = $this->ask(static fn (\Redis $redis): mixed => $redis->get($key));
		return is_string($value) ? $value : null;
	}

	public function getAll(array $keys): array
	{
		$found = $this->ask(static fn (\Redis $redis): mixed => $redis->mGet($keys));
		$found = is_array($found) ? $found : [];
		return array_map(static function (int $i) use ($found): ?string {
			$value = $found[$i] ?? null;
			return is_string($value) ? $value : null;
		}, array_keys($keys));
	}

	public function set(string $key, string $value, int $milliseconds): void
	{
		$this->ask(static fn (\Redis $redis): mixed => $redis->set($key, $value, ['px' => max(1, $milliseconds)]));
	}

	public function lock(string $key, int $token, int $milliseconds): ?bool
	{
		$isOurs = $this->ask(static function (\Redis $redis) use ($key, $token, $milliseconds): ?bool {
			$redis->clearLastError();
			if ($redis->set("lock:$key", (string) $token, ['nx', 'px' => max(1, $milliseconds)])) {
				return true;
			}
			return $redis->getLastError() === null ? false : null; /* null: Redis has refused the command */
		});
		return is_bool($isOurs) ? $isOurs : null;
	}

	public function unlock(string $key, int $token): void
	{
		$this->ask(static fn (\Redis $redis): mixed => $redis->eval(self::UNLOCK, ["lock:$key", (string) $token], 1));
	}

	public function count(array $numbers): void
	{
		$this->ask(function (\Redis $redis) use ($numbers): void {
			foreach (array_filter($numbers) as $name => $number) {
				$redis->hIncrBy("$this->counters:counts", $name, $number);
			}
		});
	}

	public function stats(): array
	{
		$counts = $this->ask(fn (\Redis $redis): mixed => $redis->hGetAll("$this->counters:counts"));
		$numbers = [];
		foreach (is_array($counts) ? $counts : [] as $name => $number) {
			$numbers[(string) $name] = is_numeric($number) ? (int) $number : 0;
		}
		return $numbers;
	}
}
