<?php
/* Models and what belongs to them; a part of program.php. */

use Illuminate\Database\Capsule\Manager as DB;

foreach (['Ann', 'Ben', 'Cem'] as $i => $name) {
	$person = Person::create(['name' => $name, 'email' => strtolower($name) . '@x', 'balance' => 10 * $i, 'settings' => ['n' => $i, 'list' => [1, 'zwei']]]);
	for ($j = 0; $j <= $i; $j++) {
		$post = $person->posts()->create(['title' => "$name's post $j", 'body' => str_repeat("Text about zebras. ", 200 * $j + 1), 'day' => "2020-01-0" . ($j + 1), 'state' => $j ? 'public' : 'draft']);
		$post->comments()->createMany([['text' => "first on $j"], ['text' => 'second 💬']]);
	}
	$person->comments()->create(['text' => 'a remark']);
}
$tags = collect(['red', 'green', 'blue'])->map(fn ($name) => Tag::create(['name' => $name]));
Post::all()->each(fn ($post) => $post->tags()->attach($tags->take($post->id % 3 + 1)->mapWithKeys(fn ($tag) => [$tag->id => ['weight' => $post->id * $tag->id]])));

show('found', Person::find(2)->toArray());
show('who', Person::where('email', 'cem@x')->firstOrFail()->only(['id', 'name', 'active', 'balance', 'settings']));
show('eager', Person::with(['posts' => fn ($q) => $q->orderByDesc('id')->select('id', 'person_id', 'title', 'day', 'views'), 'posts.tags', 'comments'])->orderBy('id')->get()->toArray());
show('counts', Person::withCount(['posts', 'comments', 'posts as public_count' => fn ($q) => $q->where('state', 'public')])->withSum('posts', 'views')->orderBy('id')->get(['id'])->toArray());
show('has', Person::has('posts', '>=', 2)->whereHas('posts.tags', fn ($q) => $q->where('name', 'blue'))->pluck('name'));
show('back', Comment::with('commentable')->orderBy('id')->get()->map(fn ($c) => [$c->text, get_class($c->commentable), $c->commentable->id]));
show('pivot', Post::with('tags')->orderBy('id')->get()->map(fn ($p) => $p->tags->map(fn ($t) => [$t->name, $t->pivot->weight])));
show('scope', Person::rich(5)->orderBy('name')->pluck('balance', 'name'));
show('search', Post::whereRaw('match(body) against(? in boolean mode)', ['+zebras'])->orderBy('id')->pluck('id'));
show('length', Post::find(6)->body === str_repeat('Text about zebras. ', 401));
$person = Person::find(1);
$person->settings = ['changed' => true] + $person->settings;
$person->name = "Ann \\ 'quoted'";
show('dirty', array_keys($person->getDirty()));
show('saved', [$person->save(), $person->wasChanged('name'), $person->fresh()->settings, $person->refresh()->name]);
show('trash', [Person::find(2)->delete(), Person::count(), Person::withTrashed()->count(), Person::onlyTrashed()->first()->restore(), Person::count()]);
show('or new', [Person::firstOrCreate(['email' => 'dan@x'], ['name' => 'Dan'])->wasRecentlyCreated, Person::updateOrCreate(['email' => 'dan@x'], ['name' => 'Daniel'])->name]);
show('touch', [Post::where('id', 1)->increment('views', 3), Post::find(1)->views, Post::find(1)->created_at->toJSON()]);
show('sync', Post::find(6)->tags()->sync([$tags[0]->id, $tags[2]->id => ['weight' => 9]]));
show('detach', Post::find(6)->tags()->detach());
show('events', (function () {
	$heard = [];
	Post::saving(function ($post) use (&$heard) { $heard[] = "saving $post->title"; });
	Post::deleted(function ($post) use (&$heard) { $heard[] = "deleted $post->id"; });
	Post::find(1)->update(['title' => 'Other']);
	Post::find(2)->delete();
	return $heard;
})());
attempt('not there', fn () => Person::findOrFail(99));
attempt('unique', fn () => Person::create(['name' => 'x', 'email' => 'ann@x']));
show('cascade', [Person::find(3)->forceDelete(), Post::count(), DB::table('post_tag')->count()]);
show('cursor', Person::cursor()->map(fn ($p) => $p->email)->all());
show('json where', Person::whereJsonContains('settings->list', 'zwei')->pluck('id'));
show('between', Post::whereBetween('day', ['2020-01-01', '2020-01-02'])->whereYear('day', 2020)->orderBy('id')->pluck('day', 'id'));
