<?php
/*
 * A scripted browser: cookies, redirects, forms with the fields that the page gave them. Every answer is
 * written down as a file, one after the other, headers and all, for compare.php. What a page must be is said
 * with expect(); the first page that is not so ends the visit, as everything after it would fail too.
 * No scripts are run and no images, styles or frames are fetched, unless a visit asks for them by name.
 */
declare(strict_types=1);

final class Unexpected extends Exception
{
}

final class Form
{
	/** @param list<array{string, string}> $fields as the page has them */
	public function __construct(public string $action, public string $method, public string $enctype, public array $fields,
		/** @var array<string, string> */ public array $buttons)
	{
	}

	public function has(string $name): bool
	{
		return in_array($name, array_column($this->fields, 0), true);
	}

	public function value(string $name): ?string
	{
		return array_column($this->fields, 1, 0)[$name] ?? null;
	}

	/**
	 * The fields with some replaced: null leaves a field out, a list gives it several times, what is new
	 * comes last.
	 */
	public function filled(array $values): array
	{
		$all = array_filter($this->fields, fn ($field) => !array_key_exists($field[0], $values));
		foreach ($values as $name => $value) {
			foreach ($value === null ? [] : (is_array($value) ? $value : [$value]) as $one) {
				$all[] = [(string) $name, $one];
			}
		}
		return array_values($all);
	}
}

/** A file to upload, as the value of a field. */
final class Upload
{
	public function __construct(public string $name, public string $type, public string $content)
	{
	}
}

/** A picture without the help of a library: stripes of two colours (https://www.w3.org/TR/png-3/). */
function png(int $width, int $height): string
{
	$chunk = fn (string $type, string $data) => pack('N', strlen($data)) . $type . $data . pack('N', crc32($type . $data));
	$row = "\0" . substr(str_repeat("\xd0\x40\x20\x20\x40\xd0", intdiv($width, 2) + 1), 0, $width * 3);
	return "\x89PNG\r\n\x1a\n" . $chunk('IHDR', pack('NNCCCCC', $width, $height, 8, 2, 0, 0, 0))
		. $chunk('IDAT', gzcompress(str_repeat($row, $height))) . $chunk('IEND', '');
}

/**
 * Applications keep times in whole seconds and sort by them: what is to come after something else waits for
 * the next one.
 */
function next_second(): void
{
	time_sleep_until(floor(microtime(true)) + 1);
}

final class Page
{
	private ?DOMXPath $xpath = null;

	/** @param list<string> $headers */
	public function __construct(public string $url, public int $status, public array $headers, public string $body)
	{
	}

	public function header(string $name): ?string
	{
		foreach ($this->headers as $line) {
			if (stripos($line, "$name:") === 0) {
				return trim(substr($line, strlen($name) + 1));
			}
		}
		return null;
	}

	public function nodes(string $path): DOMNodeList
	{
		if ($this->xpath === null) {
			$document = new DOMDocument();
			libxml_use_internal_errors(true);
			$document->loadHTML('<?xml encoding="UTF-8">' . $this->body, LIBXML_BIGLINES | LIBXML_PARSEHUGE);
			libxml_clear_errors();
			$this->xpath = new DOMXPath($document);
		}
		return $this->xpath->query($path);
	}

	/** The text of what a path finds first, white space made single. */
	public function text(string $path): string
	{
		$node = $this->nodes($path)->item(0) ?? throw new Unexpected("{$this->url} has no $path");
		return trim(preg_replace('/\s+/u', ' ', $node->textContent));
	}

	/** Where the first link goes whose text is this, or that this path finds. */
	public function link(string $text): string
	{
		$path = str_starts_with($text, '//') ? $text : '//a[normalize-space()="' . $text . '"]';
		$node = $this->nodes($path)->item(0) ?? throw new Unexpected("{$this->url} has no link $text");
		return $node->getAttribute('href');
	}

	/**
	 * What a pattern's first group finds in the source: a number or a nonce that a script of the page would
	 * use.
	 */
	public function find(string $pattern): string
	{
		preg_match($pattern, $this->body, $found) or throw new Unexpected("{$this->url} has nothing like $pattern");
		return $found[1];
	}

	/** The first form, or that with #id, @name, or what a path finds. */
	public function form(string $which = '//form'): Form
	{
		$path = preg_replace(['/^#(.*)/', '/^@(.*)/'], ['//form[@id="$1"]', '//form[@name="$1"]'], $which);
		$node = $this->nodes($path)->item(0) ?? throw new Unexpected("{$this->url} has no form $which");
		[$fields, $buttons] = [[], []];
		foreach ($this->controls($node) as $control) {
			$name = $control->getAttribute('name');
			if ($name === '' || $control->hasAttribute('disabled')) {
				continue;
			}
			$type = strtolower($control->getAttribute('type')) ?: 'text';
			if ($control->nodeName === 'button' || $type === 'submit') {
				$buttons[$name] ??= $control->getAttribute('value');
			} elseif ($control->nodeName === 'select') {
				array_push($fields, ...self::chosen($control, $name));
			} elseif ($control->nodeName === 'textarea') {
				// As a browser does: the first line end after the tag is not part of the text, and lines end
				// in CR LF.
				$fields[] = [$name, str_replace("\n", "\r\n", preg_replace('/^\R/', '', $control->textContent))];
			} elseif (in_array($type, ['checkbox', 'radio'], true)) {
				if ($control->hasAttribute('checked')) {
					$fields[] = [$name, $control->hasAttribute('value') ? $control->getAttribute('value') : 'on'];
				}
			} elseif (!in_array($type, ['button', 'reset', 'image', 'file'], true)) {
				$fields[] = [$name, $control->getAttribute('value')];
			}
		}
		return new Form($node->getAttribute('action'), strtoupper($node->getAttribute('method')) ?: 'GET',
			$node->getAttribute('enctype'), $fields, $buttons);
	}

	/** @return list<DOMElement> the form's own and those that name it */
	private function controls(DOMElement $form): array
	{
		$names = 'self::input or self::select or self::textarea or self::button';
		$path = $form->getNodePath() . "//*[$names]";
		if ($form->getAttribute('id') !== '') {
			$path .= " | //*[$names][@form='{$form->getAttribute('id')}']";
		}
		return iterator_to_array($this->nodes($path), false);
	}

	/** @return list<array{string, string}> */
	private static function chosen(DOMElement $select, string $name): array
	{
		[$chosen, $first] = [[], null];
		foreach ($select->getElementsByTagName('option') as $option) {
			$value = $option->hasAttribute('value') ? $option->getAttribute('value') : trim($option->textContent);
			$first ??= $value;
			if ($option->hasAttribute('selected')) {
				$chosen[] = [$name, $value];
			}
		}
		return $chosen ?: ($select->hasAttribute('multiple') || $first === null ? [] : [[$name, $first]]);
	}

	/** Status and texts that the page must have; a text that begins with ! must not be there. */
	public function expect(int $status, string ...$texts): self
	{
		if ($this->status !== $status) {
			throw new Unexpected("{$this->url} answered {$this->status}, not $status");
		}
		foreach ($texts as $text) {
			if (str_contains($this->body, ltrim($text, '!')) === ($text[0] === '!')) {
				throw new Unexpected("{$this->url} " . ($text[0] === '!' ? 'has ' . substr($text, 1) : "does not have $text"));
			}
		}
		// PHP's own words, which a page may show in the middle of what is expected.
		if (preg_match('~^(?:PHP )?(?:Fatal error|Parse error|Warning|Notice|Deprecated): .* on line \d+~m', $this->body, $said)) {
			throw new Unexpected("{$this->url} says: $said[0]");
		}
		return $this;
	}
}

final class Browser
{
	public int $pages = 0;
	private array $cookies = [];
	private string $step = '';

	/** $address: 127.0.0.1:PORT, whatever the name of the site is. $folder: for the pages. */
	public function __construct(public readonly string $site, private string $address, private string $folder)
	{
	}

	/** Follows redirects, up to ten. A step's name is what a failure is reported by. */
	public function open(string $step, string $url, array $headers = []): Page
	{
		$this->step = $step;
		return $this->follow($this->request('GET', $this->resolve($url, $this->site . '/'), $headers, null));
	}

	/** Sends a page's form as its button would; $values as in Form::filled(), with Upload for files. */
	public function submit(string $step, Page $page, Form|string $form = '//form', array $values = [], ?string $button = null): Page
	{
		$this->step = $step;
		$form = is_string($form) ? $page->form($form) : $form;
		if ($button !== null) {
			$values += [$button => $form->buttons[$button] ?? throw new Unexpected("the form has no button $button")];
		}
		$url = $this->resolve($form->action, $page->url);
		$fields = $form->filled($values);
		if ($form->method === 'GET') {
			$url = strtok($url, '?') . '?' . self::encoded($fields);
			return $this->follow($this->request('GET', $url, ["Referer: {$page->url}"], null));
		}
		[$type, $body] = $form->enctype === 'multipart/form-data' ? self::multipart($fields)
			: ['application/x-www-form-urlencoded', self::encoded($fields)];
		return $this->follow($this->request('POST', $url, ["Referer: {$page->url}", "Content-Type: $type"], $body));
	}

	/** What a script on a page would send. */
	public function post(string $step, Page $page, string $url, array|string $fields, array $headers = []): Page
	{
		$this->step = $step;
		if (is_array($fields)) {
			$headers[] = 'Content-Type: application/x-www-form-urlencoded';
			$fields = http_build_query($fields);
		}
		$headers[] = "Referer: {$page->url}";
		return $this->follow($this->request('POST', $this->resolve($url, $page->url), $headers, $fields));
	}

	private function follow(Page $page): Page
	{
		for ($hops = 0; $hops < 10 && in_array($page->status, [301, 302, 303, 307, 308], true); $hops++) {
			$url = $this->resolve($page->header('Location') ?? throw new Unexpected('a redirect to nowhere'), $page->url);
			$page = $this->request('GET', $url, [], null);
		}
		return $page;
	}

	/** Addresses outside the site are never asked for. */
	private function resolve(string $url, string $base): string
	{
		$url = strtok($url, '#') ?: '';
		if ($url === '' || $url[0] === '?') {
			$url = strtok($base, '?') . $url;
		} elseif ($url[0] === '/') {
			$url = $this->site . $url;
		} elseif (!preg_match('~^[a-z]+:~', $url)) {
			$url = substr(strtok($base, '?'), 0, strrpos(strtok($base, '?'), '/') + 1) . $url;
		}
		while (preg_match('~/(?:\./|(?!\.\.)[^/:]+/\.\./)~', $url)) {
			$url = preg_replace('~/(?:\./|(?!\.\.)[^/:]+/\.\./)~', '/', $url, 1);
		}
		$url = $url === $this->site ? "$url/" : $url;
		str_starts_with($url, $this->site . '/') or throw new Unexpected("a way out of the site: $url");
		return $url;
	}

	private function request(string $method, string $url, array $headers, ?string $body): Page
	{
		$path = substr($url, strlen($this->site));
		$headers[] = 'Host: ' . parse_url($this->site, PHP_URL_HOST);
		$headers[] = 'User-Agent: Mozilla/5.0 (a test)';
		$headers[] = 'Accept-Language: en';
		if ($cookies = $this->cookies_for($path)) {
			$headers[] = "Cookie: $cookies";
		}
		$context = stream_context_create(['http' => ['method' => $method, 'header' => $headers, 'content' => $body ?? '',
			'follow_location' => 0, 'ignore_errors' => true, 'protocol_version' => 1.0, 'timeout' => 150]]);
		$answer = @file_get_contents("http://{$this->address}$path", false, $context);
		if ($answer === false || !isset($http_response_header)) {
			throw new Unexpected("$url: no answer: " . (error_get_last()['message'] ?? ''));
		}
		$status = (int) explode(' ', $http_response_header[0])[1];
		$page = new Page($url, $status, array_slice($http_response_header, 1), $answer);
		$this->take_cookies($page, $path);
		$this->write_down($page, $method);
		return $page;
	}

	private function write_down(Page $page, string $method): void
	{
		$name = sprintf('%s/%03d %s.http', $this->folder, ++$this->pages, preg_replace('/[^\w,. -]+/', '_', $this->step));
		$head = "$method {$page->url}\n{$page->status}\n" . implode("\n", $page->headers);
		file_put_contents($name, "$head\n\n{$page->body}");
	}

	private function take_cookies(Page $page, string $path): void
	{
		foreach ($page->headers as $line) {
			if (!preg_match('/^Set-Cookie:\s*([^=]+)=([^;]*)(.*)/i', $line, $found)) {
				continue;
			}
			[, $name, $value, $rest] = $found;
			$under = preg_match('/;\s*path=([^;]+)/i', $rest, $has) ? trim($has[1]) : '/';
			$gone = preg_match('/;\s*expires=([^;]+)/i', $rest, $has) && strtotime($has[1]) < time();
			unset($this->cookies["$under $name"]);
			if (!$gone) {
				$this->cookies["$under $name"] = $value;
			}
		}
	}

	private function cookies_for(string $path): string
	{
		$pairs = [];
		foreach ($this->cookies as $key => $value) {
			[$under, $name] = explode(' ', $key, 2);
			if (str_starts_with($path, rtrim($under, '/') . '/') || strtok($path, '?') === $under) {
				$pairs[] = "$name=$value";
			}
		}
		return implode('; ', $pairs);
	}

	private static function encoded(array $fields): string
	{
		return implode('&', array_map(fn ($field) => urlencode($field[0]) . '=' . urlencode($field[1]), $fields));
	}

	/** @return array{string, string} type and body */
	private static function multipart(array $fields): array
	{
		$boundary = '----a-line-that-no-file-has';
		$body = '';
		foreach ($fields as [$name, $value]) {
			$body .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"";
			$body .= $value instanceof Upload
				? "; filename=\"{$value->name}\"\r\nContent-Type: {$value->type}\r\n\r\n{$value->content}\r\n"
				: "\r\n\r\n$value\r\n";
		}
		return ["multipart/form-data; boundary=$boundary", "$body--$boundary--\r\n"];
	}
}
