<?php
declare(strict_types=1);

namespace Mynd\Tracing;

use Closure;
use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

/**
 * An interceptor that makes a span of every command, by OpenTelemetry's conventions for databases, and tells
 * the server which one: Mynd\intercept(new Tracer(new SpanWriter('spans.jsonl'))).
 *
 * Texts get an SQL comment with `traceparent` in it, and further tags; MySQL gets both as query attributes as
 * well. A text that is prepared gets no comment unless that is asked for: it would be another text in each
 * request, and neither the driver's cache of statements nor the server's digests would know it again.
 */
final class Tracer
{
	private const LONGEST = 4096;

	private readonly TraceContext $request;
	private readonly Closure $export;

	/**
	 * @param callable(array<string, mixed>): void $export is given each span when its command is over;
	 * SpanWriter is one
	 * @param TraceContext|null $request what the spans are children of; null: what the HTTP header says, or a
	 * new trace
	 * @param array<string, string> $tags more for the comments: route, controller, framework, ...
	 * @param bool $comments texts get a comment
	 * @param bool $comment_prepared those that are prepared, too
	 * @param bool $attributes query attributes are sent to servers that have them
	 * @param bool $statements spans have db.statement: the text, with the values that stand in it, never
	 * those of parameters
	 * @param string $system what db.system says; "mariadb" is the other one
	 */
	public function __construct(
		callable $export, ?TraceContext $request = null, private readonly array $tags = [], private readonly bool $comments = true,
		private readonly bool $comment_prepared = false, private readonly bool $attributes = true, private readonly bool $statements = true,
		private readonly string $system = 'mysql',
	) {
		$this->request = $request ?? TraceContext::of_request();
		$this->export = $export(...);
	}

	public function __invoke(Command $command, callable $next): Reply
	{
		$span = $this->request->child();
		$sent = $this->mark($command, $span);
		$started = [microtime(true), hrtime(true)];
		if (!$span->is_sampled()) {
			return $next($sent);
		}
		try {
			$reply = $next($sent);
		} catch (\Throwable $e) {
			$this->finish($command, $span, $started, ['code' => 'ERROR', 'message' => $e->getMessage()], ['error.type' => $e::class]);
			throw $e;
		}
		return $reply->then(fn (Reply $reply) => $this->finish($command, $span, $started, ...self::outcome($reply)));
	}

	/** The command that is sent instead. */
	private function mark(Command $command, TraceContext $span): Command
	{
		$tags = ['traceparent' => $span->traceparent()] + ($span->state === null ? [] : ['tracestate' => $span->state]) + $this->tags;
		if ($this->attributes && ($command->kind === Kind::Query || $command->kind === Kind::Execute)) {
			foreach ($tags as $name => $value) {
				$command = $command->withQueryAttribute($name, $value);
			}
		}
		if (!$this->comments || $command->sql === null || !$this->may_be_commented($command)) {
			return $command;
		}
		$sql = Comment::append($command->sql, $tags);
		return $sql === $command->sql ? $command : $command->withSql($sql);
	}

	/**
	 * An execute has the text of its prepare, or is execute_query(), which does both. Texts that servers keep
	 * (views, procedures, events) get no trace.
	 */
	private function may_be_commented(Command $command): bool
	{
		if ($command->kind === Kind::Query) {
			return !in_array(self::operation($command), ['CREATE', 'ALTER'], true);
		}
		return $command->kind === Kind::Prepare && $this->comment_prepared;
	}

	/**
	 * @return array{array<string, string>, array<string, mixed>} the span's status, attributes beside the
	 * command's
	 */
	private static function outcome(Reply $reply): array
	{
		if ($reply->errno !== 0) {
			return [['code' => 'ERROR', 'message' => $reply->error], ['error.type' => (string) $reply->errno, 'db.response.status_code' => (string) $reply->errno]];
		}
		return [['code' => 'UNSET'], []];
	}

	/**
	 * @param array{float, int} $started
	 * @param array<string, string> $status
	 * @param array<string, mixed> $more
	 */
	private function finish(Command $command, TraceContext $span, array $started, array $status, array $more): void
	{
		$duration = hrtime(true) - $started[1];
		$start = (int) ($started[0] * 1e6) * 1000;
		($this->export)([
			'name' => trim(self::operation($command) . ' ' . $command->database),
			'kind' => 'CLIENT',
			'traceId' => $span->trace_id,
			'spanId' => $span->span_id,
			'parentSpanId' => $this->request->span_id,
			'startTimeUnixNano' => (string) $start,
			'endTimeUnixNano' => (string) ($start + $duration),
			'durationNano' => $duration,
			'attributes' => $this->describe($command) + $more,
			'status' => $status,
		]);
	}

	/** @return array<string, mixed> */
	private function describe(Command $command): array
	{
		return array_filter([
			'db.system' => $this->system,
			'db.name' => $command->database,
			'db.user' => $command->user,
			'db.operation' => self::operation($command),
			'db.statement' => $this->statements && $command->sql !== null ? substr($command->sql, 0, self::LONGEST) : null,
			'server.address' => $command->socket ?? $command->host,
			'server.port' => $command->socket === null ? $command->port : null,
			'mynd.kind' => $command->kind->name,
			'mynd.face' => $command->face,
			'mynd.async' => $command->async,
			'mynd.thread_id' => $command->thread_id,
		], static fn (mixed $value) => $value !== null && $value !== '');
	}

	/** The first word of the text, or the kind of the command. */
	private static function operation(Command $command): string
	{
		$sql = $command->kind === Kind::Query || $command->kind === Kind::Execute ? ltrim($command->sql ?? '', " \t\r\n(") : '';
		$word = substr($sql, 0, strspn($sql, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'));
		return $word === '' ? $command->kind->name : strtoupper($word);
	}
}
