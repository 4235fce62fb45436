<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Database\Capsule\Manager as DB;

class ChangePosts extends Migration
{
	public function up(): void
	{
		DB::schema()->table('posts', function (Blueprint $table) {
			$table->unsignedSmallInteger('views')->default(0)->after('body')->comment("how often? it's counted");
			$table->fullText('body');
		});
	}

	public function down(): void
	{
		DB::schema()->table('posts', fn (Blueprint $table) => $table->dropColumn('views'));
	}
}
