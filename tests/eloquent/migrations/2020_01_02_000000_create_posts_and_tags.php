<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Database\Capsule\Manager as DB;

class CreatePostsAndTags extends Migration
{
	public function up(): void
	{
		DB::schema()->create('posts', function (Blueprint $table) {
			$table->id();
			$table->foreignId('person_id')->constrained('people')->onDelete('cascade');
			$table->string('title');
			$table->text('body');
			$table->date('day')->nullable();
			$table->enum('state', ['draft', 'public'])->default('draft');
			$table->timestamps();
		});
		DB::schema()->create('tags', function (Blueprint $table) {
			$table->id();
			$table->string('name')->unique();
		});
		DB::schema()->create('post_tag', function (Blueprint $table) {
			$table->foreignId('post_id')->constrained()->cascadeOnDelete();
			$table->foreignId('tag_id')->constrained()->cascadeOnDelete();
			$table->unsignedInteger('weight')->default(1);
			$table->primary(['post_id', 'tag_id']);
		});
		DB::schema()->create('comments', function (Blueprint $table) {
			$table->id();
			$table->morphs('commentable');
			$table->string('text');
		});
	}

	public function down(): void
	{
		foreach (['comments', 'post_tag', 'tags', 'posts'] as $table) {
			DB::schema()->dropIfExists($table);
		}
	}
}
