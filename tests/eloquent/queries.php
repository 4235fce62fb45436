<?php
/* The query builder and transactions; a part of program.php. */

use Illuminate\Database\Capsule\Manager as DB;

$people = fn () => DB::table('people');
$now = '2021-01-01 00:00:00';
show('insert', $people()->insert([
	['name' => "O'Brien", 'email' => 'a@x', 'balance' => '10.50', 'ratio' => 0.1, 'active' => true, 'settings' => json_encode(['color' => 'red', 'n' => 1])],
	['name' => 'Zoë ? :name 🦊', 'email' => 'b@x', 'balance' => '-3', 'ratio' => null, 'active' => false, 'settings' => null],
	['name' => '\\', 'email' => 'c@x', 'balance' => '99999.99', 'ratio' => 1e-9, 'active' => true, 'settings' => json_encode(['color' => 'blue'])]]));
$id = $people()->insertGetId(['name' => 'Dora', 'email' => 'd@x', 'big' => '18446744073709551615', 'picture' => "\0\x01'\\\"\x1A\xFF\xFE binary"]);
show('id', $id);
show('all', $people()->orderBy('id')->get(['id', 'name', 'email', 'balance', 'ratio', 'active', 'big', 'settings']));
show('bytes', bin2hex($people()->where('id', $id)->value('picture')));
show('ignored', $people()->insertOrIgnore(['name' => 'Twice', 'email' => 'a@x']));
show('upsert', $people()->upsert([['email' => 'a@x', 'name' => 'New name', 'balance' => 1], ['email' => 'e@x', 'name' => 'Eva', 'balance' => 2]], ['email'], ['name', 'balance']));
show('update', $people()->where('email', 'like', '%@x')->where(fn ($q) => $q->whereNull('settings')->orWhere('balance', '<', 0))->update(['ratio' => 2.5]));
show('increment', $people()->whereIn('id', [1, 3])->increment('balance', 5, ['name' => DB::raw("CONCAT(name, '?')")]));
show('json', $people()->where('settings->color', 'red')->pluck('name', 'id'));
show('aggregates', [$people()->count(), $people()->max('balance'), $people()->avg('ratio'), $people()->sum('balance'), $people()->exists()]);
show('grouped', $people()->selectRaw('active, COUNT(*) AS how_many, SUM(balance) AS total')->groupBy('active')->having('how_many', '>', 0)->orderBy('active')->get());
show('union', $people()->select('name')->where('id', 1)->union($people()->select('email')->where('id', 2))->orderBy('name')->get());
show('sub', $people()->whereIn('id', fn ($q) => $q->from('people')->selectRaw('MAX(id)'))->pluck('name'));
show('joined', DB::table('people as a')->join('people as b', 'a.id', '<', 'b.id')->orderBy('a.id')->orderBy('b.id')->limit(3)->offset(1)->get(['a.name as first', 'b.name as second']));
show('raw', DB::select('select ? as a, ? as b, ? as c, ? as d', [1, 1.5, "it's", null]));
show('named', DB::select('select :a as a, :b as b', ['a' => 'x', 'b' => 'y']));
show('first', $people()->orderByDesc('id')->first());
show('dates', DB::select('select date(?) as d, timestamp(?) as t', ['2020-02-29', new DateTime('2020-02-29 12:00:00.5')]));
$seen = [];
$people()->orderBy('id')->chunk(2, function ($rows) use (&$seen) { $seen[] = count($rows); });
show('chunks', $seen);
$names = [];
foreach ($people()->orderBy('id')->cursor() as $person) {
	$names[] = $person->name;
}
show('cursor', $names);
show('lazy', $people()->orderBy('id')->lazyById(2)->map(fn ($p) => $p->id)->all());
show('statement', [DB::statement('set @a = 7'), DB::selectOne('select @a as a'), DB::affectingStatement('update `eloquent_people` set `big` = 1 where `id` = ?', [1]), DB::unprepared('set @b = 1')]);
show('log', (function () use ($people) { DB::enableQueryLog(); $people()->find(1); $log = DB::getQueryLog(); DB::disableQueryLog(); return [$log[0]['query'], $log[0]['bindings']]; })());

attempt('the same twice', fn () => $people()->insert(['name' => 'Twice', 'email' => 'a@x']));
attempt('no such column', fn () => $people()->where('nothing', 1)->get());
attempt('no such table', fn () => DB::table('nothing')->get());
attempt('bad syntax', fn () => DB::select('selec 1'));
attempt('too few values', fn () => DB::select('select ?, ?', [1]));
attempt('too long', fn () => $people()->insert(['name' => str_repeat('x', 61), 'email' => 'z@x']));

show('committed', DB::connection()->transaction(fn () => $people()->where('id', 1)->update(['name' => 'In a transaction'])));
attempt('rolled back', fn () => DB::connection()->transaction(function () use ($people) {
	$people()->delete();
	throw new RuntimeException('no');
}));
DB::connection()->beginTransaction();
$people()->insert(['name' => 'Outer', 'email' => 'outer@x']);
DB::connection()->beginTransaction();
$people()->insert(['name' => 'Inner', 'email' => 'inner@x']);
show('level', DB::connection()->transactionLevel());
DB::connection()->rollBack();
DB::connection()->commit();
show('outer alone', [$people()->where('email', 'outer@x')->count(), $people()->where('email', 'inner@x')->count(), DB::connection()->getPdo()->inTransaction()]);
show('locked', DB::connection()->transaction(fn () => $people()->where('id', 1)->lockForUpdate()->value('name')));
show('deleted', $people()->where('email', 'outer@x')->delete());
$people()->delete();
DB::connection()->statement('alter table eloquent_people auto_increment = 1');
DB::connection()->reconnect();
show('reconnected', $people()->count());
