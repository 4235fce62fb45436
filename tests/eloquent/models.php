<?php
/* The models of program.php. */

use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\SoftDeletes;

class Person extends Model
{
	use SoftDeletes;

	protected $table = 'people';
	protected $guarded = [];
	protected $hidden = ['picture'];
	protected $casts = ['settings' => 'array', 'active' => 'boolean', 'balance' => 'decimal:2'];

	public function posts()
	{
		return $this->hasMany(Post::class);
	}

	public function comments()
	{
		return $this->morphMany(Comment::class, 'commentable');
	}

	public function tags()
	{
		return $this->hasManyThrough(Comment::class, Post::class, 'person_id', 'commentable_id');
	}

	public function scopeRich($query, $than)
	{
		return $query->where('balance', '>', $than);
	}
}

class Post extends Model
{
	protected $guarded = [];
	protected $casts = ['day' => 'date:Y-m-d'];

	public function author()
	{
		return $this->belongsTo(Person::class, 'person_id');
	}

	public function tags()
	{
		return $this->belongsToMany(Tag::class)->withPivot('weight')->orderBy('tags.id');
	}

	public function comments()
	{
		return $this->morphMany(Comment::class, 'commentable');
	}
}

class Tag extends Model
{
	public $timestamps = false;
	protected $guarded = [];

	public function posts()
	{
		return $this->belongsToMany(Post::class);
	}
}

class Comment extends Model
{
	public $timestamps = false;
	protected $guarded = [];

	public function commentable()
	{
		return $this->morphTo();
	}
}
