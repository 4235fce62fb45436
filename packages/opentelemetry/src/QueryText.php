<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * What spans have as db.query.text, and whether they may have values: only with Full they have the messages
 * of errors, too.
 *
 * @since 0.3.0
 */
enum QueryText
{
	/** Nothing. */
	case None;
	/** Texts with placeholders as they are; in all others each literal is a question mark. */
	case Sanitized;
	/** The text as the program gave it, with the values in it. Those of parameters are in no span. */
	case Full;
}
