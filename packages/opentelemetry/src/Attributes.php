<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * Names that OpenTelemetry's stable conventions for database clients have for attributes (version 1.44.0 of
 * the conventions), and one of mynd's own.
 *
 * @internal
 */
final class Attributes
{
	public const SYSTEM = 'db.system.name', NAMESPACE = 'db.namespace', TEXT = 'db.query.text', SUMMARY = 'db.query.summary', OPERATION = 'db.operation.name',
		BATCH_SIZE = 'db.operation.batch.size', PROCEDURE = 'db.stored_procedure.name', STATUS = 'db.response.status_code', ERROR = 'error.type',
		ADDRESS = 'server.address', PORT = 'server.port', THREAD = 'mynd.thread_id';
}
