<?php
/*
 * An ordinary life of PostfixAdmin, which speaks PDO: set up by its own set-up, then an administrator's day:
 * domains, mailboxes, aliases, lists, searches, logs, another administrator, a backup.
 */
declare(strict_types=1);

const PAGES = 68;
const CHIEF = ['fUsername' => 'chief@postfixadmin.test', 'fPassword' => "It's 1 \"pass\" 2"];

/** Values that are drawn by chance, and times. */
function masks(): array
{
	return [
		['/(name="token" value="|token=)[0-9a-f%$.\/A-Za-z]+/', '$1TOKEN', "a token of the session's"],
		['/^(Set-Cookie: postfixadmin_session)=[^;]+/m', '$1=SESSION', 'the number of the session'],
		['~/mynd-server\.\w+/~', '/CHANCE/', 'the folder of the server, drawn by chance'],
		['/\b20\d\d-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?\b/', 'TIME', 'a time'],
	];
}

function set_up(Browser $browser): void
{
	$page = $browser->open('setup', '/setup.php')->expect(200, 'setup_password configured', 'attempting to create/update database structure');
	$browser->submit('setup with a wrong password', $page, '@authenticate', ['setup_password' => 'wrong one'], 'submit')->expect(200, 'Password verification failed');
	$page = $browser->submit('log in to setup', $page, '@authenticate', ['setup_password' => 'Setup pass 12'], 'submit')->expect(200, 'Add Superadmin Account', 'You are logged in');
	$admin = ['setup_password' => 'Setup pass 12', 'username' => CHIEF['fUsername'], 'password' => CHIEF['fPassword'], 'password2' => CHIEF['fPassword']];
	$browser->submit('no good password', $page, '@create_admin', ['password' => 'x', 'password2' => 'x'] + $admin, 'submit')->expect(200, 'Admin addition failed');
	$browser->submit('first administrator', $page, '@create_admin', $admin, 'submit')->expect(200, 'chief@postfixadmin.test</li>', 'You are done with your basic setup');
	$browser->submit('the same again', $page, '@create_admin', $admin, 'submit')->expect(200, 'Admin addition failed');
}

function log_in(Browser $browser, array $who): Page
{
	$page = $browser->open('log in', '/login.php')->expect(200, 'frmLogin');
	$browser->submit('log in with a wrong password', $page, '@frmLogin', ['fPassword' => 'wrong'] + $who, 'submit')->expect(200, 'Your email address or password is not correct');
	$page = $browser->open('log in again', '/login.php')->expect(200, 'frmLogin');
	return $browser->submit('log in', $page, '@frmLogin', $who, 'submit')->expect(200, 'Logout');
}

/** Fills the form that makes or changes something. */
function edit(Browser $browser, string $step, string $path, array $values, string ...$expected): Page
{
	$page = $browser->open("$step, form", $path)->expect(200, 'edit_form');
	$named = array_combine(array_map(fn ($name) => "value[$name]", array_keys($values)), $values);
	$form = $page->form('//form[starts-with(@name, "edit_")]');
	$form->action = $page->url; // it has none: the page's own, and what it asked for
	return $browser->submit($step, $page, $form, $named, 'submit')->expect(200, ...$expected);
}

function fill(Browser $browser): void
{
	edit($browser, 'domain', '/edit.php?table=domain', ['domain' => 'zoo.test', 'description' => "Zoë's \\ \"zoo\"", 'aliases' => '10', 'mailboxes' => '8', 'maxquota' => '100'], 'zoo.test');
	edit($browser, 'second domain', '/edit.php?table=domain', ['domain' => 'farm.test', 'description' => '? :name', 'default_aliases' => null], 'farm.test');
	edit($browser, 'the same domain', '/edit.php?table=domain', ['domain' => 'zoo.test'], 'The domain already exists!');
	edit($browser, 'no domain', '/edit.php?table=domain', ['domain' => "x' OR 1=1 -- "], 'domain');
	foreach (['zebra', 'yak', 'wolf', 'vole', 'urial', 'tiger'] as $i => $name) {
		edit($browser, "mailbox $name", '/edit.php?table=mailbox&domain=zoo.test', ['local_part' => $name, 'password' => "secret 12 $name", 'password2' => "secret 12 $name",
			'name' => ucfirst($name) . " O'Neill", 'quota' => (string) (10 + $i), 'welcome_mail' => null], "$name@zoo.test");
	}
	edit($browser, 'two passwords', '/edit.php?table=mailbox&domain=zoo.test', ['local_part' => 'bad', 'password' => 'secret 12 a', 'password2' => 'secret 12 b', 'welcome_mail' => null], 'The passwords that you supplied don&#039;t match!');
	edit($browser, 'alias', '/edit.php?table=alias&domain=zoo.test', ['localpart' => 'all', 'goto' => "zebra@zoo.test\r\nyak@zoo.test\r\nsomebody+else@example.org"], 'all@zoo.test');
	next_second(); // the log is sorted by time
	edit($browser, 'alias of a domain', '/edit.php?table=aliasdomain', ['alias_domain' => 'farm.test', 'target_domain' => 'zoo.test'], 'farm.test');
}

function administer(Browser $browser): void
{
	$browser->open('main', '/main.php')->expect(200, 'Logout');
	$browser->open('domains', '/list.php?table=domain')->expect(200, 'zoo.test', 'farm.test', 'Zo&euml;&#039;s \\ &quot;zoo&quot;');
	$browser->open('virtual', '/list-virtual.php?domain=zoo.test')->expect(200, 'zebra@zoo.test', 'all@zoo.test', 'O&#039;Neill');
	$browser->open('virtual, second page', '/list-virtual.php?domain=zoo.test&limit=5')->expect(200, 'zebra@zoo.test');
	$browser->open('search', '/list-virtual.php?domain=zoo.test&search%5B_%5D=ya')->expect(200, 'yak@zoo.test', '!wolf@zoo.test');
	$browser->open('search for a quote', '/list-virtual.php?domain=zoo.test&search%5B_%5D=' . urlencode("O'Neill%"))->expect(200);
	edit($browser, 'change a mailbox', '/edit.php?table=mailbox&edit=yak@zoo.test', ['name' => 'Changed ÿ', 'active' => null], 'yak@zoo.test');
	$page = $browser->open('virtual, after', '/list-virtual.php?domain=zoo.test')->expect(200, 'Changed &yuml;');
	$browser->submit('delete a mailbox', $page, '//form[.//input[@value="vole@zoo.test"]]', [])->expect(200, '!>vole@zoo.test<');
	edit($browser, 'another administrator', '/edit.php?table=admin', ['username' => 'keeper@postfixadmin.test', 'password' => 'Keeper 34', 'password2' => 'Keeper 34', 'domains][' => ['zoo.test']], 'keeper@postfixadmin.test');
	$browser->open('administrators', '/list.php?table=admin')->expect(200, 'keeper@postfixadmin.test', 'chief@postfixadmin.test');
	$browser->open('log', '/viewlog.php')->expect(200, 'create domain', 'create alias domain');
	$browser->open('backup', '/backup.php')->expect(200);
	$browser->open('log out', '/login.php')->expect(200, 'frmLogin');
}

function live(Browser $browser, string $side): void
{
	set_up($browser);
	log_in($browser, CHIEF);
	fill($browser);
	administer($browser);
}
