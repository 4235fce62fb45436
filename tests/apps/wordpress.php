<?php
/*
 * An ordinary life of WordPress: installed by its own installer, written in by its block editor's requests
 * and its forms, read, commented, searched, uploaded to, administered. Requests that it would make to the
 * world outside are switched off.
 */
declare(strict_types=1);

const PAGES = 80;
const ADMIN = ['log' => 'Editor in Chief', 'pwd' => "It's a \"pass\" \\ word"];

/** Sends what the block editor sends: JSON by REST, with the nonce that the editor's page has. */
function rest(Browser $browser, string $step, Page $editor, string $method, string $path, array $data): array
{
	$nonce = $editor->find('/createNonceMiddleware\( "(\w+)" \)/');
	$page = $browser->post($step, $editor, "/index.php?rest_route=$path&_locale=user", json_encode($data),
		['Content-Type: application/json', "X-WP-Nonce: $nonce", "X-HTTP-Method-Override: $method"]);
	in_array($page->status, [200, 201], true) or throw new Unexpected("$path answered {$page->status}: {$page->body}");
	return json_decode($page->expect($page->status)->body, true, 512, JSON_THROW_ON_ERROR);
}

function install(Browser $browser, string $side): void
{
	$browser->open('setup', '/wp-admin/setup-config.php?step=0&noapi')->expect(200, 'Database username');
	$page = $browser->open('setup database', '/wp-admin/setup-config.php?step=1&noapi')->expect(200, 'Table Prefix');
	$wrong = ['dbname' => 'wordpress', 'uname' => 'wordpress', 'pwd' => 'not this', 'dbhost' => 'localhost'];
	$browser->submit('setup with a wrong password', $page, '//form', $wrong)
		->expect(500, 'Error establishing a database connection');
	$browser->submit('setup', $page, '//form', ['pwd' => 'throw away'] + $wrong)->expect(200, 'Run the installation');

	$file = "$side/share/wordpress/wp-config.php";
	$settings = "define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('WP_DEBUG', true);\n"
		. "define('WP_DEBUG_DISPLAY', false); define('WP_DEBUG_LOG', '$side/php.log'); define('SAVEQUERIES', true);\n";
	$text = preg_replace("/^define\( 'WP_DEBUG'.*\n/m", $settings, file_get_contents($file), 1, $done);
	$done === 1 or throw new Unexpected('wp-config.php is not as expected');
	file_put_contents($file, $text);

	$page = $browser->open('installer', '/')->expect(200, 'famous five-minute WordPress installation');
	$browser->submit('install', $page, '#setup', ['weblog_title' => "Käse & 'Brot' 🧀",
		'user_name' => ADMIN['log'], 'admin_password' => ADMIN['pwd'], 'admin_password2' => ADMIN['pwd'], 'pw_weak' => 'on',
		'admin_email' => 'chief@wordpress.test'])->expect(200, 'WordPress has been installed');
	$browser->open('installer again', '/wp-admin/install.php')->expect(200, 'already installed');
}

function log_in(Browser $browser): Page
{
	$page = $browser->open('log in', '/wp-login.php')->expect(200, 'Remember Me');
	$browser->submit('log in with a wrong password', $page, '//form', ['pwd' => 'wrong'] + ADMIN)
		->expect(200, 'is incorrect');
	return $browser->submit('log in', $page, '//form', ADMIN)->expect(200, 'At a Glance', 'Editor in Chief');
}


/** Values that WordPress draws by chance, and times. */
function masks(): array
{
	return [
		['/((?:[Nn]once|_wp_unfiltered_html_comment|_inline_edit|security)[\w-]*(?:"?[=:]"?|" value="| = "))[0-9a-f]{10}\b/', '$1NONCE',
			"a nonce: made of the session's token and of salts"],
		['/("nonce":\{"\w+":")[0-9a-f]{10}(","\w+":")[0-9a-f]{10}/', '$1NONCE$2NONCE', 'nonces'],
		['/(imageEdit\.open\( \d+, ")[0-9a-f]{10}/', '$1NONCE', 'a nonce'],
		['~\b[012](\.gravatar\.com)~', 'N$1', 'one of three hosts, drawn by chance where there is no address'],
		['~(@ |at |Today, |\b)\d+:\d\d(?: ?[ap]m\b| ?[AP]M\b|(?=<))~', '$1TIME', 'a time'],
		['~\b(\d+ (?:second|minute)s?|1 min|\d+ mins) ago\b~', 'AGO', 'a time'],
		['~\b\w{3} \d{1,2}, 20\d\d (?:@|at) \d+:\d\d|\b20\d\d/\d\d/\d\d at TIME|\d\d \w{3} @ [\d:]+~', 'TIME', 'a time'],
		['~(<div class="(?:jj|mm|aa|hh|mn|ss)">)\d+~', '$1TIME', 'a time in pieces'],
		['~(name="(?:jj|mm|aa|hh|mn|ss)" value=")\d+~', '$1TIME', 'the same, to be changed'],
		['~created="20[\d-]+ [\d:]+"~', 'created="TIME"', 'a time'],
		['/(?:[\w.]|&#\d+;)+(?:@|&#0?64;)(?:[\w.]|&#\d+;)+/', fn ($found) => html_entity_decode($found[0]),
			'each letter of an address is written as itself or as a number, by chance'],
		['/ data-pw="[^"]*"/', ' data-pw="CHANCE"', 'a password that is proposed'],
		['/(createNonceMiddleware\( ")[0-9a-f]{10}/', '$1NONCE', 'a nonce'],
		['/^(Set-Cookie: wordpress_(?:logged_in_)?\w+)=[^;]+/m', '$1=SESSION', "a session's token, until when it is good, and its signature"],
		['/^(X-WP-Nonce): .*/m', '$1: NONCE', 'a nonce'],
	];
}

function write(Browser $browser, Page $dashboard): void
{
	next_second();
	$browser->submit('quick draft', $dashboard, '#quick-press',
		['post_title' => 'A quick draft', 'content' => "One line\r\nand another"])->expect(200, 'A quick draft');
	next_second();
	$editor = $browser->open('new post', '/wp-admin/post-new.php')->expect(200, 'block-editor');
	$post = $editor->find('/"id":(\d+),"date"/');
	rest($browser, 'autosave', $editor, 'POST', "/wp/v2/posts/$post/autosaves", ['content' => 'Not yet', 'title' => 'Un']);
	rest($browser, 'publish', $editor, 'PUT', "/wp/v2/posts/$post", ['title' => 'Über "quotes" & <b>tags</b> 🐘',
		'content' => "<!-- wp:paragraph -->\n<p>A backslash \\ and a 'quote', a NUL-less text of zebras.</p>\n<!-- /wp:paragraph -->",
		'status' => 'publish', 'excerpt' => 'In short']);
	$read = $browser->open('read', "/?p=$post")->expect(200, 'Über', '🐘', 'zebras', 'A backslash \\ and');
	next_second();
	$browser->submit('comment', $read, '#commentform', ['comment' => "I've read <em>it</em>.\r\n\r\nAll of it."])
		->expect(200, "I&#8217;ve read <em>it</em>.");
	rest($browser, 'revise', $editor, 'PUT', "/wp/v2/posts/$post", ['content' => "<p>Only zebras are left.</p>"]);
	$revisions = rest($browser, 'revisions', $editor, 'GET', "/wp/v2/posts/$post/revisions", []);
	count($revisions) >= 2 or throw new Unexpected('no revisions');
	$browser->open('compare revisions', "/wp-admin/revision.php?revision={$revisions[0]['id']}")->expect(200, 'Only zebras are left');
	next_second();
	$page = $browser->open('new page', '/wp-admin/post-new.php?post_type=page')->expect(200);
	$id = $page->find('/"id":(\d+),"date"/');
	rest($browser, 'publish page', $page, 'PUT', "/wp/v2/pages/$id", ['title' => 'House rules', 'status' => 'publish',
		'content' => str_repeat("<p>No running. Größe: 1 ₽</p>\n", 2000)]);
	$browser->open('read page', "/?page_id=$id")->expect(200, 'House rules', 'Größe: 1 ₽');
}

function upload(Browser $browser): void
{
	$page = $browser->open('uploader', '/wp-admin/media-new.php?browser-uploader')->expect(200, 'Upload New Media');
	next_second();
	$browser->submit('upload', $page, '#file-form',
		['async-upload' => new Upload('Zebra crossing.png', 'image/png', png(1200, 900))], 'html-upload')->expect(200, 'Media Library');
	next_second(); // an upload of this second has a date there, an older one its age
	$list = $browser->open('media', '/wp-admin/upload.php?mode=list')->expect(200, 'Zebra-crossing.png');
	$edit = $browser->open('edit media', $list->link('//a[contains(@class, "row-title") or contains(@aria-label, "(Edit)")]'))
		->expect(200, '1200&nbsp;&times;&nbsp;900');
	$browser->submit('describe media', $edit, '#post',
		['post_title' => 'Stripes', '_wp_attachment_image_alt' => 'Black & white', 'content' => 'What a zebra walks on'], 'save')
		->expect(200, 'Media file updated', 'Black &amp; white');
	foreach (['1200x900' => '', '300x225' => '-300x225', '150x150' => '-150x150'] as $size => $suffix) {
		$file = $browser->open("picture $size", '/wp-content/uploads/' . gmdate('Y/m') . "/Zebra-crossing$suffix.png")->expect(200);
		[$width, $height] = getimagesizefromstring($file->body) ?: [0, 0];
		"{$width}x$height" === $size or throw new Unexpected("the picture is {$width}x$height, not $size");
	}
	$browser->submit('wrong upload', $page, '#file-form',
		['async-upload' => new Upload('program.exe', 'application/octet-stream', 'MZ')], 'html-upload')
			->expect(500, 'not allowed to upload this file type');
}

function search(Browser $browser): void
{
	$front = $browser->open('front page', '/')->expect(200, 'Über', 'Hello world!', '!A quick draft');
	$browser->submit('search', $front, new Form('/', 'GET', '', [], []), ['s' => 'zebras'])
		->expect(200, 'Search results for', 'Über', '!Hello world');
	$browser->open('search for a quote', '/?s=' . urlencode("'quote' \\ %_"))->expect(200, 'Sorry');
	$browser->open('search for nothing', '/?s=unheard-of')->expect(200, 'Sorry', '!Über');
	$browser->open('search posts', '/wp-admin/edit.php?s=zebras&post_status=all&post_type=post')
		->expect(200, '1 item', 'Über', '!Hello world');
	$browser->open('feed', '/?feed=rss2')->expect(200, '<title>Über', 'Hello world!');
	$browser->open('archive', '/?m=' . gmdate('Ym'))->expect(200, 'Über');
	$browser->open('not there', '/?p=99999')->expect(404);
}

function administer(Browser $browser): void
{
	$page = $browser->open('categories', '/wp-admin/edit-tags.php?taxonomy=category')->expect(200, 'Uncategorized');
	foreach (['Tiere' => '-1', 'Säugetiere' => '2'] as $name => $parent) {
		$browser->submit("new category $name", $page, '#addtag', ['tag-name' => $name, 'parent' => $parent])
			->expect(200, 'Category added');
	}
	$page = $browser->open('new user', '/wp-admin/user-new.php')->expect(200, 'Add New User');
	$browser->submit('add user', $page, '#createuser', ['user_login' => 'writer', 'email' => 'writer@wordpress.test',
		'pass1' => 'secret of the writer', 'pass2' => 'secret of the writer', 'role' => 'author'])
			->expect(200, 'New user created', 'writer@wordpress.test');
	$page = $browser->open('settings', '/wp-admin/options-general.php')->expect(200, 'Tagline');
	$browser->submit('change settings', $page, '//form[@action="options.php"]',
		['blogdescription' => "Don't panic", 'timezone_string' => 'Europe/Berlin'])
		->expect(200, 'Settings saved', 'Don&#039;t panic');
	$page = $browser->open('permalinks', '/wp-admin/options-permalink.php')->expect(200);
	$browser->submit('change permalinks', $page, '@form',
		['permalink_structure' => '/%postname%/', 'selection' => '/%postname%/'])
		->expect(200, 'Permalink structure updated');
	$browser->open('pretty link', '/house-rules/')->expect(200, 'House rules');
	$page = $browser->open('plugins', '/wp-admin/plugins.php')->expect(200, 'Akismet');
	$browser->open('activate a plugin', '/wp-admin/' . $page->link('//a[starts-with(@id, "activate-akismet")]'))->expect(200, 'Akismet');
	$page = $browser->open('posts', '/wp-admin/edit.php')->expect(200, 'Hello world!');
	$browser->submit('trash', $page, '#posts-filter', ['post[]' => ['1'], 'action' => 'trash'])
		->expect(200, '1 post moved to the Trash');
	$page = $browser->open('comments', '/wp-admin/edit-comments.php')->expect(200, 'All of it.');
	$browser->submit('mark as spam', $page, '#comments-form', ['delete_comments[]' => ['2'], 'action' => 'spam'])
		->expect(200, '1 comment marked as spam');
	$browser->open('export', '/wp-admin/export.php?download=true&content=all')->expect(200, '<![CDATA[house-rules]]>', 'zebras');
	$browser->open('site health', '/wp-admin/site-health.php?tab=debug')->expect(200, 'Client version', 'MariaDB');
	$browser->open('cron', '/wp-cron.php')->expect(200);
}

function leave(Browser $browser): void
{
	$page = $browser->open('profile', '/wp-admin/profile.php')->expect(200);
	$browser->open('log out', html_entity_decode($page->link('Log Out')))->expect(200, 'You are now logged out');
	$page = $browser->open('nobody is in', '/wp-admin/')->expect(200, 'Remember Me');
	$browser->submit('log in as writer', $page, '//form', ['log' => 'writer', 'pwd' => 'secret of the writer'])
		->expect(200, 'Howdy, <span class="display-name">writer', '!options-general.php');
	$browser->open('not for writers', '/wp-admin/options-general.php')->expect(403, 'not allowed');
}

function live(Browser $browser, string $side): void
{
	install($browser, $side);
	$dashboard = log_in($browser);
	write($browser, $dashboard);
	upload($browser);
	search($browser);
	administer($browser);
	leave($browser);
}
