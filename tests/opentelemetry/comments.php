<?php
/*
 * SQLCommenter's rules for comments, and never one in a text that has one.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Mynd\OpenTelemetry\Comment;

$tags = [
	'tracestate' => 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
	'traceparent' => '00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01',
	'framework' => 'spring',
	'controller' => 'index',
	'action' => '/param*d',
];
check('the example of the specification', "SELECT * FROM FOO /*action='%2Fparam%2Ad',controller='index',framework='spring',traceparent='00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01',tracestate='congo%3Dt61rcWkgMzE%2Crojo%3D00f067aa0ba902b7'*/",
	Comment::append('SELECT * FROM FOO', $tags));
$values = ['DROP' => 'DROP', "FOO 'BAR" => 'FOO%20%27BAR', '/param first' => '%2Fparam%20first', '*/ DROP TABLE t; /*' => '%2A%2F%20DROP%20TABLE%20t%3B%20%2F%2A', "\\'" => '%5C%27',
	"a\0\n\u{e9}" => 'a%00%0A%C3%A9', '' => ''];
foreach ($values as $value => $escaped) {
	check("the value $value", "route%20name='$escaped'", Comment::serialize(['route name' => $value]));
}
check('keys are sorted and escaped', "10='5',B='4',a='3',a%25='2',b='1'", Comment::serialize(['b' => '1', 'a%' => '2', 'a' => '3', 'B' => '4', 10 => '5']));
$texts = [
	'SELECT 1' => "SELECT 1 /*k='v'*/", 'SELECT 1;' => "SELECT 1 /*k='v'*/;", "SELECT 1 ; \n" => "SELECT 1 /*k='v'*/; \n", 'SELECT 1; SELECT 2' => "SELECT 1; SELECT 2 /*k='v'*/",
	"SELECT 'it''s -- not', \"#\", `a/*b`" => "SELECT 'it''s -- not', \"#\", `a/*b` /*k='v'*/", 'SELECT 1--1' => "SELECT 1--1 /*k='v'*/", 'SELECT 4 / 2 - 1' => "SELECT 4 / 2 - 1 /*k='v'*/",
	"SELECT 'open # quotes" => "SELECT 'open # quotes /*k='v'*/",
];
foreach ($texts as $text => $with) {
	check("the text $text", $with, Comment::append($text, ['k' => 'v']));
}
foreach (['', " ;\n", "SELECT 'it''s -- not' # is", "SELECT 'a\\'', '# x'", "SELECT '\\', '# '", '/*+ hint */ SELECT 1', 'SELECT /*!80000 1 */ 2', 'SELECT 1 -- x', "SELECT 1 --\tx", 'SELECT 1 --', 'SELECT 1-- 1',
	'SELECT 1 # x', 'SELECT 8 /* open'] as $text) {
	check("the text $text stays as it is", $text, Comment::append($text, ['k' => 'v']));
}
check('no tags', 'SELECT 1', Comment::append('SELECT 1', []));
finish();
