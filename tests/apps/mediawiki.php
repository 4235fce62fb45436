<?php
/*
 * An ordinary life of MediaWiki: installed by its web installer, read and written, searched, uploaded to,
 * administered.
 */
declare(strict_types=1);

const PAGES = 96;
const SYSOP = ['name' => 'Librarian', 'password' => "a long \"pass\" & 'word'"];

/** Values that MediaWiki draws by chance, and times. */
function masks(): array
{
	return [
		['/^(Set-Cookie: \w+)=[^;]+/m', '$1=SESSION', "the token of a session"],
		['/("wgRequestId":")\w+/', '$1CHANCE', 'the same number'],
		['/(wgSecretKey = ")\w+/', '$1CHANCE', 'a secret, drawn once'],
		['/(wgUpgradeKey = ")\w+/', '$1CHANCE', 'a secret, drawn once'],
		['/\b[0-9a-f]{40}(?=\+\\\\|%2B%5C)/', 'TOKEN', "a form's token"],
		['/(?<!\d)20\d{12}(?!\d)/', 'TIME', 'a time, as MediaWiki keeps it'],
		['/(?<![\d:])[0-2]\d(?::|%3A)[0-5]\d(?:(?::|%3A)[0-5]\d)?(?!\d)/', 'TIME', 'a time of day'],
		['/\b\d{1,2}\.?[ +][^\s\d<]+[ +]20\d\d\b/', 'DATE', 'a date'],
		['/("wgBackendResponseTime":)\d+/', '$1TIME', 'a time'],
		['~((?:ConfirmEmail|InvalidateEmail)/)[0-9a-f]{32}~', '$1TOKEN', 'what a link in a mail must know'],
		['/(value=\W+)\d+(?=\W+name=\W+wpServerTime)/', '$1TIME', 'minutes since midnight'],
		['/(wltoken=)[0-9a-f]{40}/', '$1TOKEN', "a feed's token"],
		['/^(X-Request-Id): \w+/m', '$1: CHANCE', 'a number drawn for each request'],
	];
}

function install(Browser $browser, string $side): void
{
	$browser->open('before', '/')->expect(200, 'LocalSettings.php not found');
	$page = $browser->open('language', '/mw-config/index.php')->expect(200, 'Your language');
	$page = $browser->submit('language chosen', $page, '//form', [], 'submit-continue')
		->expect(200, 'Environmental checks', 'You can install MediaWiki');
	$page = $browser->submit('welcome', $page, '//form', [], 'submit-continue')->expect(200, 'Database host');
	$database = ['DBType' => 'mysql', 'mysql_wgDBserver' => 'localhost', 'mysql_wgDBname' => 'mediawiki',
		'mysql__InstallUser' => 'mediawiki', 'mysql__InstallPassword' => 'wrong'];
	$again = $browser->submit('wrong password', $page, '//form', $database, 'submit-continue')->expect(200, 'Access denied');
	$page = $browser->submit('database', $again, '//form', ['mysql__InstallPassword' => 'throw away'] + $database, 'submit-continue')
		->expect(200, 'Database account for web access');
	$page = $browser->submit('database account', $page, '//form', [], 'submit-continue')->expect(200, 'Name of wiki');
	$page = $browser->submit('name', $page, '//form', ['config_wgSitename' => 'Bücher & Co', 'config__AdminName' => SYSOP['name'],
		'config__AdminPassword' => SYSOP['password'], 'config__AdminPasswordConfirm' => SYSOP['password'],
		'config__AdminEmail' => 'librarian@mediawiki.test', 'config_wgPingback' => null, 'config__SkipOptional' => 'continue'], 'submit-continue')
		->expect(200, 'Enable file uploads');
	$page = $browser->submit('options', $page, '//form', ['config_wgEnableUploads' => '1'], 'submit-continue')
		->expect(200, 'begin the installation');
	$page = $browser->submit('install', $page, '//form', [], 'submit-continue')->expect(200, 'Creating tables', 'done', '!failed');
	$page = $browser->submit('complete', $page, '//form', [], 'submit-continue')->expect(200, 'LocalSettings.php');
	$file = $browser->open('LocalSettings.php', $page->link('//a[contains(@href, "localsettings=1")]'))->expect(200, '$wgDBpassword');
	file_put_contents("$side/share/mediawiki/LocalSettings.php", $file->body . <<<PHP
		\$wgShowExceptionDetails = true;
		\$wgUseImageMagick = false; // gd makes small pictures wherever this runs
		\$wgEnableParserLimitReporting = false; // tables in the order of times
		\$wgDBerrorLog = '$side/php.log';
		PHP);
}

function log_in(Browser $browser): void
{
	$page = $browser->open('log in', '/index.php?title=Special:UserLogin')->expect(200, 'Keep me logged in');
	$page = $browser->submit('log in with a wrong password', $page, '@userlogin',
		['wpName' => SYSOP['name'], 'wpPassword' => 'wrong'])->expect(200, 'Incorrect username or password');
	$browser->submit('log in', $page, '@userlogin',
		['wpName' => SYSOP['name'], 'wpPassword' => SYSOP['password']])->expect(200, 'Librarian', 'Log out');
}

function edit(Browser $browser, string $title, string $text, string $summary, string ...$expected): Page
{
	next_second();
	$page = $browser->open("edit $title", '/index.php?action=edit&title=' . urlencode($title))->expect(200, 'wpTextbox1');
	return $browser->submit("save $title", $page, '#editform', ['wpTextbox1' => $text, 'wpSummary' => $summary], 'wpSave')
		->expect(200, ...$expected);
}

function write(Browser $browser): void
{
	edit($browser, 'Template:Note', 'Mind {{{1}}}.', '', 'Template:Note');
	$page = $browser->open('edit', '/index.php?title=Zebra&action=edit')->expect(200, 'wpTextbox1');
	$browser->submit('preview', $page, '#editform', ['wpTextbox1' => "== Stripes ==\nNot '''yet'''"], 'wpPreview')
		->expect(200, 'this is only a preview', 'Not <b>yet</b>');
	edit($browser, 'Zebra', "== Stripes ==\nA ''quagga'' is a 'zebra' \\ with fewer \"stripes\" 🦓.\n\n[[Category:Animals]] [[House rules]]",
		"Größe's first", '<i>quagga</i>', '🦓', 'Animals');
	edit($browser, 'Zebra', "== Stripes ==\nOnly few words.\n{{Note|it}}\n[[Category:Animals]]", 'shorter', 'Only few words');
	edit($browser, 'House rules', str_repeat("# No running on [[Zebra]]s. 1 ₽\n", 3000), 'long', 'No running');
	$browser->open('read', '/index.php?title=Zebra')->expect(200, 'Mind it.', 'Only few words');
	$browser->open('history', '/index.php?title=Zebra&action=history')->expect(200, 'shorter', 'first');
	$browser->open('difference', '/index.php?title=Zebra&diff=cur&oldid=prev')->expect(200, 'diff-deletedline', 'quagga');
	$browser->open('old revision', '/index.php?title=Zebra&oldid=3')->expect(200, 'quagga');
	$browser->open('raw', '/index.php?title=Zebra&action=raw')->expect(200, '{{Note|it}}');
	$browser->open('not there', '/index.php?title=Nowhere')->expect(404, 'There is currently no text in this page');
}

function search(Browser $browser): void
{
	$search = '/index.php?title=Special:Search&fulltext=1&search=';
	$browser->open('search', $search . 'words')->expect(200, 'Zebra', 'searchmatch', '!There were no results');
	$browser->open('search for two words', $search . urlencode('running zebras'))->expect(200, 'House rules', '!There were no results');
	$browser->open('search for nothing', $search . 'unheardof')->expect(200, 'There were no results');
	$browser->open('go to a page', '/index.php?title=Special:Search&search=zebra')->expect(200, 'Only few words');
	$browser->open('suggestions', '/api.php?action=opensearch&search=Ho&format=json')->expect(200, '"House rules"');
	$special = ['RecentChanges' => 'shorter', 'AllPages' => 'Zebra', 'WhatLinksHere/Zebra' => 'House rules',
		'Contributions/Librarian' => 'shorter', 'Statistics' => 'Page statistics', 'Version' => 'MariaDB', 'WantedPages' => 'Wanted pages',
		'ListUsers' => 'Librarian', 'Log' => 'Librarian'];
	foreach ($special as $page => $text) {
		$browser->open("special page $page", "/index.php?title=Special:$page")->expect(200, $text);
	}
	$browser->open('category', '/index.php?title=Category:Animals')->expect(200, 'Zebra');
}

function upload(Browser $browser): void
{
	next_second();
	$page = $browser->open('uploader', '/index.php?title=Special:Upload')->expect(200, 'Source filename');
	$form = $page->form('#mw-upload-form');
	$browser->submit('upload', $page, $form, ['wpUploadFile' => new Upload('crossing.png', 'image/png', png(1000, 500)),
		'wpDestFile' => 'Zebra crossing.png', 'wpUploadDescription' => 'Stripes to walk on'], 'wpUpload')
			->expect(200, 'File:Zebra crossing.png', '1,000 × 500');
	$browser->submit('wrong upload', $page, $form, ['wpUploadFile' => new Upload('a.exe', 'text/plain', 'nothing'),
		'wpDestFile' => 'A.exe'], 'wpUpload')->expect(200, 'Upload warning', 'does not match the detected MIME type');
	$page = edit($browser, 'Crossing', '[[File:Zebra crossing.png|thumb|200px|On foot]]', 'a picture', 'On foot');
	$picture = $browser->open('thumbnail', $page->nodes('//img[contains(@src, "/thumb/")]')->item(0)?->getAttribute('src') ?? '/none')
		->expect(200);
	getimagesizefromstring($picture->body)[0] === 200 or throw new Unexpected('the thumbnail is not as wide as asked for');
	$browser->open('files', '/index.php?title=Special:ListFiles')->expect(200, 'Zebra crossing.png');
}

function administer(Browser $browser): void
{
	next_second();
	$page = $browser->open('move', '/index.php?title=Special:MovePage/Crossing')->expect(200, 'New title');
	$browser->submit('moved', $page, '#movepage', ['wpNewTitleMain' => 'Crossings', 'wpReason' => 'several'])
		->expect(200, 'has been moved to');
	$browser->open('redirect', '/index.php?title=Crossing')->expect(200, 'Redirected from');
	next_second();
	$page = $browser->open('delete', '/index.php?title=Template:Note&action=delete')->expect(200, 'Delete');
	$browser->submit('deleted', $page, '#deleteconfirm', ['wpReason' => "it's no use"])->expect(200, 'has been deleted');
	next_second();
	$page = $browser->open('undelete', '/index.php?title=Special:Undelete&target=Template:Note')->expect(200, 'deleted revisions of');
	$browser->submit('undeleted', $page, '#undelete', ['wpComment' => 'after all'], 'restore')->expect(200, 'has been undeleted');
	next_second();
	$page = $browser->open('protect', '/index.php?title=House_rules&action=protect')->expect(200, 'Change protection settings');
	$browser->submit('protected', $page, '#mw-Protect-Form', ['mwProtect-level-edit' => 'sysop', 'mwProtect-reason' => 'rules'])
		->expect(200);
	next_second();
	$page = $browser->open('new account', '/index.php?title=Special:CreateAccount')->expect(200, 'Confirm password');
	$browser->submit('account', $page, '@userlogin2', ['wpName' => 'Écrivain', 'wpPassword' => 'secret of the writer',
		'retype' => 'secret of the writer', 'email' => 'writer@mediawiki.test'])->expect(200, 'Écrivain');
	$page = $browser->open('preferences', '/index.php?title=Special:Preferences')->expect(200, 'Librarian');
	$browser->submit('preferences saved', $page, '#mw-prefs-form', ['wprealname' => 'The Librarian', 'wplanguage' => 'de'])
		->expect(200, 'Einstellungen');
	$browser->open('watchlist', '/index.php?title=Special:Watchlist&uselang=en')->expect(200, 'Crossings');
	$browser->open('export', '/index.php?title=Special:Export/House_rules')->expect(200, '<title>House rules</title>');
}

function program(Browser $browser): void
{
	$answer = $browser->open('token', '/api.php?action=query&meta=tokens&format=json')->expect(200);
	$token = json_decode($answer->body, true)['query']['tokens']['csrftoken'];
	next_second();
	$browser->post('edit by program', $answer, '/api.php', ['action' => 'edit', 'title' => 'By program',
		'text' => "Bytes: ÿ 😀", 'token' => $token, 'format' => 'json'])
		->expect(200, '"result":"Success"');
	$browser->open('query', '/api.php?action=query&list=allpages|recentchanges|allusers&rcprop=title|comment|sizes|user&aulimit=10&format=json')
		->expect(200, 'By program', '\u00c9crivain');
	$browser->open('parse', '/api.php?action=parse&page=Zebra&prop=text|categories|links|templates&format=json')
		->expect(200, 'Only few words');
}

function leave(Browser $browser): void
{
	$page = $browser->open('log out', '/index.php?title=Special:UserLogout&uselang=en')->expect(200, 'Do you want to log out?');
	$browser->submit('logged out', $page, '//form[contains(@action, "UserLogout")]')->expect(200, 'abgemeldet');
	$browser->open('protected page', '/index.php?title=House_rules&action=edit')
		->expect(200, 'has been protected to prevent editing', '!name="wpSave"');
}

function live(Browser $browser, string $side): void
{
	install($browser, $side);
	$browser->open('main page', '/')->expect(200, 'Main Page');
	log_in($browser);
	write($browser);
	search($browser);
	upload($browser);
	administer($browser);
	program($browser);
	leave($browser);
}
