<?php
// What words.php and compare.php share: the program that reads texts, choosing at random, printing texts.

/** A program that answers each line with a line. */
class Program
{
	private $process;
	private array $pipes = [];

	public function __construct(string $program)
	{
		$this->process = proc_open([$program], [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
	}

	/** @return list<string> the words of its answer */
	protected function ask(string $line): array
	{
		fwrite($this->pipes[0], "$line\n");
		return explode(' ', rtrim(fgets($this->pipes[1]), "\n"));
	}
}

function one_of(array $of): string
{
	return $of[mt_rand(0, count($of) - 1)];
}

function show(string $text): string
{
	return '"' . addcslashes($text, "\0..\37\"\\\$\177..\377") . '"';
}
