<?php
/* Loads the package's classes where Composer does not. */
declare(strict_types=1);

require_once __DIR__ . '/src/Mode.php';
require_once __DIR__ . '/src/NotRecorded.php';
require_once __DIR__ . '/src/NotAsked.php';
require_once __DIR__ . '/src/NotRecordable.php';
require_once __DIR__ . '/src/Unreadable.php';
require_once __DIR__ . '/src/Fields.php';
require_once __DIR__ . '/src/Text.php';
require_once __DIR__ . '/src/Answer.php';
require_once __DIR__ . '/src/Question.php';
require_once __DIR__ . '/src/Conversation.php';
require_once __DIR__ . '/src/Tape.php';
require_once __DIR__ . '/src/File.php';
require_once __DIR__ . '/src/Secrets.php';
require_once __DIR__ . '/src/Recording.php';
require_once __DIR__ . '/src/TestNames.php';
require_once __DIR__ . '/src/AnswersFromRecording.php';
require_once __DIR__ . '/src/AnswersFromOneRecording.php';
