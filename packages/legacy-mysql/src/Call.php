<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/**
 * A call of one of the functions: its arguments, taken as PHP 5 took them. A wrong one is a warning and the
 * answer null; what is no link, or no result, is a warning and the answer false.
 */
final class Call
{
	/** @param list<mixed> $values */
	private function __construct(public readonly string $function, private readonly array $values)
	{
	}

	/**
	 * What a function answers. $least and $most are the numbers of its arguments; PHP itself refuses fewer.
	 *
	 * @template T
	 * @param array<mixed> $values
	 * @param \Closure(self): T $answer
	 * @return T|false|null
	 */
	public static function answer(string $function, array $values, int $least, int $most, \Closure $answer): mixed
	{
		try {
			$call = new self($function, array_values($values));
			if (count($values) > $most) {
				$how = $least === $most ? 'exactly' : 'at most';
				$call->refuse(sprintf(' expects %s %d parameter%s, %d given', $how, $most, $most === 1 ? '' : 's', count($values)));
			}
			return $answer($call);
		} catch (Refused $refused) {
			return $refused->answer;
		}
	}

	public function has(int $at): bool
	{
		return array_key_exists($at, $this->values);
	}

	public function value(int $at): mixed
	{
		return $this->values[$at] ?? null;
	}

	public function text(int $at): string
	{
		return self::asText($this->value($at)) ?? $this->wrong($at, 'string');
	}

	private static function asText(mixed $value): ?string
	{
		return $value instanceof \Stringable || is_scalar($value) || $value === null ? (string) $value : null;
	}

	/** Null where it is null or missing. */
	public function optionalText(int $at): ?string
	{
		return $this->value($at) === null ? null : $this->text($at);
	}

	public function number(int $at): int
	{
		if (is_string($this->value($at))) {
			return (int) $this->numberIn($at, $this->text($at));
		}
		return is_scalar($this->value($at)) || $this->value($at) === null ? $this->integer($at) : $this->wrong($at, 'long');
	}

	/** Whatever it is, as a cast would have it. */
	public function integer(int $at): int
	{
		return self::asInteger($this->value($at));
	}

	private static function asInteger(mixed $value): int
	{
		return is_array($value) ? (int) ($value !== []) : (is_scalar($value) ? (int) $value : 0);
	}

	/** A text that begins with a number is that number, with a notice for what follows it. */
	private function numberIn(int $at, string $text): int|float
	{
		if (!preg_match('/^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/i', $text, $found)) {
			$this->wrong($at, 'long');
		}
		if ($found[0] !== $text) {
			Warnings::raise(E_NOTICE, 'A non well formed numeric value encountered');
		}
		return is_numeric($found[1]) ? $found[1] + 0 : 0;
	}

	public function flag(int $at): bool
	{
		return is_scalar($this->value($at)) || $this->value($at) === null ? (bool) $this->value($at) : $this->wrong($at, 'boolean');
	}

	/**
	 * The link that argument $at names; the last one, or one that is connected now, if there is no such
	 * argument.
	 */
	public function link(int $at): Link
	{
		if ($this->has($at)) {
			return $this->namedLink($at);
		}
		$stream = Links::last() ?? Connecting::byDefault($this->function);
		$link = $stream === null ? null : Handle::held(get_resource_id($stream));
		if (!$link instanceof Link) {
			$this->fail('A link to the server could not be established');
		}
		return $link;
	}

	/** The same where nothing is to be connected: null if there is no last link. */
	public function openLink(int $at): ?Link
	{
		if ($this->has($at)) {
			return $this->namedLink($at);
		}
		$stream = Links::last();
		$link = $stream === null ? null : Handle::held(get_resource_id($stream));
		return $link instanceof Link ? $link : null;
	}

	private function namedLink(int $at): Link
	{
		$held = $this->held($at, 'MySQL-Link');
		if (!$held instanceof Link) {
			$this->fail('supplied resource is not a valid MySQL-Link resource');
		}
		return $held;
	}

	public function result(int $at): Result
	{
		$held = $this->held($at, 'MySQL result');
		if (!$held instanceof Result) {
			$this->fail('supplied resource is not a valid MySQL result resource');
		}
		return $held;
	}

	/** The same for a function that takes anything for its result, and says so in other words. */
	public function resultOrFail(int $at): Result
	{
		return $this->isResource($at) ? $this->result($at) : $this->fail('supplied argument is not a valid MySQL result resource');
	}

	/** Also one that was closed. */
	private function isResource(int $at): bool
	{
		return str_starts_with(gettype($this->value($at)), 'resource');
	}

	/** The number of a resource, also of one that was closed. */
	public function id(int $at): int
	{
		if (!$this->isResource($at)) {
			$this->wrong($at, 'resource');
		}
		/** @var resource $value */
		$value = $this->value($at);
		return get_resource_id($value);
	}

	private function held(int $at, string $kind): Link|Result|null
	{
		$id = $this->id($at);
		$held = Handle::held($id);
		if ($held === null && !is_resource($this->value($at))) {
			$this->fail("$id is not a valid $kind resource");
		}
		return $held;
	}

	/** A failure: its warning, and the call answers false. */
	public function fail(string $text): never
	{
		Warnings::warn($this->function, $text);
		throw new Refused(false);
	}

	private function wrong(int $at, string $wanted): never
	{
		$type = explode(' ', strtolower(gettype($this->value($at))))[0];
		$this->refuse(sprintf(' expects parameter %d to be %s, %s given', $at + 1, $wanted, $type));
	}

	private function refuse(string $text): never
	{
		Warnings::raise(E_WARNING, "{$this->function}()$text");
		throw new Refused(null);
	}
}
