<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Database\Capsule\Manager as DB;

class CreatePeople extends Migration
{
	public function up(): void
	{
		DB::schema()->create('people', function (Blueprint $table) {
			$table->id();
			$table->string('name', 60);
			$table->string('email')->unique();
			$table->json('settings')->nullable();
			$table->boolean('active')->default(true);
			$table->decimal('balance', 12, 2)->default(0);
			$table->double('ratio')->nullable();
			$table->unsignedBigInteger('big')->nullable();
			$table->binary('picture')->nullable();
			$table->timestamps();
			$table->softDeletes();
			$table->index(['name', 'active']);
		});
	}

	public function down(): void
	{
		DB::schema()->drop('people');
	}
}
