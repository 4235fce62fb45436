--TEST--
The example tracing: comments by sqlcommenter's rules, never into a text that has one; traceparent headers as W3C reads them
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../../../examples/tracing/all.php';
use Mynd\Tracing\Comment;
use Mynd\Tracing\TraceContext;

echo "-- the specification's own example\n";
$tags = [
	'tracestate' => 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
	'traceparent' => '00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01',
	'framework' => 'spring',
	'controller' => 'index',
	'action' => '/param*d',
];
echo Comment::append('SELECT * FROM FOO', $tags), "\n";

echo "-- what stands in keys and values\n";
foreach (['DROP', "FOO 'BAR", '/param first', '*/ DROP TABLE t; /*', "\\'", "a\0\n\u{e9}", ''] as $value) {
	echo json_encode($value), ' ', Comment::serialize(["route name" => $value]), "\n";
}
echo Comment::serialize(['b' => '1', 'a%' => '2', 'a' => '3', 'B' => '4', 10 => '5']), "\n";

echo "-- where it stands\n";
$texts = [
	'SELECT 1', 'SELECT 1;', "SELECT 1 ; \n", 'SELECT 1; SELECT 2', '', " ;\n", "SELECT 'it''s -- not' # is", "SELECT 'it''s -- not', \"#\", `a/*b`", "SELECT 'a\\'', '# x'",
	"SELECT '\\', '# '", '/*+ hint */ SELECT 1', 'SELECT /*!80000 1 */ 2', 'SELECT 1 -- x', "SELECT 1 --\tx", 'SELECT 1 --', 'SELECT 1--1', 'SELECT 1-- 1', 'SELECT 1 # x', 'SELECT 4 / 2 - 1',
	"SELECT 'open # quotes", 'SELECT 8 /* open',
];
foreach ($texts as $text) {
	$with = Comment::append($text, ['k' => 'v']);
	echo json_encode($text), ' ', $with === $text ? 'as it is' : json_encode($with, JSON_UNESCAPED_SLASHES), "\n";
}
var_dump(Comment::append('SELECT 1', []));

echo "-- traceparent\n";
$trace = '4bf92f3577b34da6a3ce929d0e0e4736';
$span = '00f067aa0ba902b7';
foreach (["00-$trace-$span-01", " 00-$trace-$span-00 ", "00-$trace-$span-03", "cc-$trace-$span-01-more", "cc-$trace-$span-01", "00-$trace-$span-01-more", "ff-$trace-$span-01",
	'00-' . strtoupper($trace) . "-$span-01", '00-' . str_repeat('0', 32) . "-$span-01", "00-$trace-" . str_repeat('0', 16) . '-01', "00-$trace-$span", "00-$trace-{$span}0-1", '00-------', ''] as $header) {
	$context = TraceContext::parse($header);
	echo str_pad($header, 62), ' ', $context === null ? 'none' : $context->traceparent() . ($context->is_sampled() ? ', sampled' : ''), "\n";
}
$context = TraceContext::of_request(['HTTP_TRACEPARENT' => "00-$trace-$span-00", 'HTTP_TRACESTATE' => 'a=b']);
$child = $context->child();
var_dump($child->trace_id === $trace, $child->span_id !== $span, strlen($child->span_id), $child->state, $child->is_sampled());
$new = TraceContext::of_request([]);
var_dump($new->span_id, $new->is_sampled(), TraceContext::parse($new->child()->traceparent())->trace_id === $new->trace_id, $new->trace_id !== TraceContext::of_request(['HTTP_TRACEPARENT' => 'x'])->trace_id);
?>
--EXPECT--
-- the specification's own example
SELECT * FROM FOO /*action='%2Fparam%2Ad',controller='index',framework='spring',traceparent='00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01',tracestate='congo%3Dt61rcWkgMzE%2Crojo%3D00f067aa0ba902b7'*/
-- what stands in keys and values
"DROP" route%20name='DROP'
"FOO 'BAR" route%20name='FOO%20%27BAR'
"\/param first" route%20name='%2Fparam%20first'
"*\/ DROP TABLE t; \/*" route%20name='%2A%2F%20DROP%20TABLE%20t%3B%20%2F%2A'
"\\'" route%20name='%5C%27'
"a\u0000\n\u00e9" route%20name='a%00%0A%C3%A9'
"" route%20name=''
10='5',B='4',a='3',a%25='2',b='1'
-- where it stands
"SELECT 1" "SELECT 1 /*k='v'*/"
"SELECT 1;" "SELECT 1 /*k='v'*/;"
"SELECT 1 ; \n" "SELECT 1 /*k='v'*/; \n"
"SELECT 1; SELECT 2" "SELECT 1; SELECT 2 /*k='v'*/"
"" as it is
" ;\n" as it is
"SELECT 'it''s -- not' # is" as it is
"SELECT 'it''s -- not', \"#\", `a\/*b`" "SELECT 'it''s -- not', \"#\", `a/*b` /*k='v'*/"
"SELECT 'a\\'', '# x'" as it is
"SELECT '\\', '# '" as it is
"\/*+ hint *\/ SELECT 1" as it is
"SELECT \/*!80000 1 *\/ 2" as it is
"SELECT 1 -- x" as it is
"SELECT 1 --\tx" as it is
"SELECT 1 --" as it is
"SELECT 1--1" "SELECT 1--1 /*k='v'*/"
"SELECT 1-- 1" as it is
"SELECT 1 # x" as it is
"SELECT 4 \/ 2 - 1" "SELECT 4 / 2 - 1 /*k='v'*/"
"SELECT 'open # quotes" "SELECT 'open # quotes /*k='v'*/"
"SELECT 8 \/* open" as it is
string(8) "SELECT 1"
-- traceparent
00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01        00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, sampled
 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00       00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00
00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03        00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, sampled
cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more   00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, sampled
cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01        00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, sampled
00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more   none
ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01        none
00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01        none
00-00000000000000000000000000000000-00f067aa0ba902b7-01        none
00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01        none
00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7           none
00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b70-1        none
00-------                                                      none
                                                               none
bool(true)
bool(true)
int(16)
string(3) "a=b"
bool(false)
NULL
bool(true)
bool(true)
bool(true)