<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * Texts of errors that have no value in them. What the server or the driver has said is not looked at: values
 * stand in it with quotes and without, in the server's language, and a SIGNAL may say anything. The texts are
 * those of the number, with a question mark for what the server puts there; numbers that are not in the list
 * have none.
 *
 * @internal
 */
final class Messages
{
	private const TEXTS = [
		1005 => 'Cannot create table ?', 1007 => 'Database ? exists', 1008 => 'Database ? does not exist', 1020 => 'Row has changed since it was read', 1021 => 'Disk full',
		1022 => 'Duplicate key', 1037 => 'Out of memory', 1040 => 'Too many connections', 1041 => 'Out of memory', 1044 => 'Access denied for user ? to database ?',
		1045 => 'Access denied for user ?', 1046 => 'No database selected', 1048 => 'Column ? cannot be null', 1049 => 'Unknown database ?', 1050 => 'Table ? exists',
		1051 => 'Unknown table ?', 1052 => 'Column ? is ambiguous', 1053 => 'Server shutdown in progress', 1054 => 'Unknown column ?', 1055 => 'Column ? is not in GROUP BY',
		1062 => 'Duplicate entry ? for key ?', 1064 => 'Syntax error near ?', 1065 => 'Query was empty', 1091 => 'Cannot drop ?: it does not exist',
		1093 => 'Table ? is changed and read at once', 1099 => 'Table ? was locked for reading', 1100 => 'Table ? was not locked', 1114 => 'Table ? is full',
		1129 => 'Host ? is blocked', 1130 => 'Host ? may not connect', 1136 => 'Number of columns and of values differ', 1142 => 'Command denied to user ? for table ?',
		1143 => 'Command denied to user ? for column ?', 1146 => 'Table ? does not exist', 1153 => 'Packet is larger than max_allowed_packet', 1158 => 'Error reading packets',
		1159 => 'Timeout reading packets', 1160 => 'Error writing packets', 1161 => 'Timeout writing packets', 1192 => 'Tables are locked, or a transaction is open',
		1203 => 'User ? has too many connections', 1205 => 'Lock wait timeout exceeded', 1213 => 'Deadlock found', 1216 => 'Foreign key: no such parent row',
		1217 => 'Foreign key: row has children', 1226 => 'User ? has exceeded a limit', 1227 => 'Privilege ? is needed', 1242 => 'Subquery returns more than one row',
		1243 => 'Unknown prepared statement ?', 1264 => 'Value of column ? is out of range', 1265 => 'Value of column ? was truncated', 1290 => 'Server runs with option ?',
		1292 => 'Incorrect value: ?', 1294 => 'Column ? cannot have ON UPDATE', 1305 => 'Routine ? does not exist', 1317 => 'Query was interrupted',
		1318 => 'Number of arguments of routine ? is wrong', 1364 => 'Column ? has no default', 1365 => 'Division by zero', 1366 => 'Incorrect value ? for column ?',
		1370 => 'Routine ? denied to user ?', 1406 => 'Value of column ? is too long', 1412 => 'Table ? has changed its definition', 1451 => 'Foreign key: row has children',
		1452 => 'Foreign key: no such parent row', 1461 => 'Too many prepared statements', 1615 => 'Prepared statement must be prepared again', 1690 => '? value is out of range',
		1698 => 'Access denied for user ?', 1792 => 'Transaction is read only', 1820 => 'Password must be changed', 1836 => 'Server is read only', 1927 => 'Connection was killed',
		1969 => 'Statement took longer than max_statement_time', 2000 => 'Error of the driver', 2002 => 'No connection to server ?', 2003 => 'No connection to server ?',
		2005 => 'Unknown host ?', 2006 => 'Server has gone away', 2008 => 'Out of memory', 2013 => 'Lost connection during query', 2014 => 'Commands out of sync',
		2020 => 'Packet is larger than max_allowed_packet', 2026 => 'TLS failed', 2027 => 'Malformed packet', 2031 => 'Not as many values as parameters',
		2054 => 'Unknown authentication method', 3024 => 'Statement took longer than max_execution_time', 3032 => 'Client was disconnected: idle too long',
		3140 => 'Invalid JSON', 3572 => 'Lock is held, and NOWAIT was asked for', 3819 => 'Check ? is violated', 4025 => 'Constraint ? failed', 4031 => 'Client was disconnected: idle too long',
	];

	/** Number, SQLSTATE, and the text, if there is one. */
	public static function of(int $errno, string $sqlstate): string
	{
		$text = self::TEXTS[$errno] ?? null;
		return "$errno ($sqlstate)" . ($text === null ? '' : ": $text");
	}
}
