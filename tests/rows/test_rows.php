<?php
require __DIR__ . '/check.inc';
columns('a', 'b', 'c');
same('assoc', rows_build(['one', null, 'three'], ASSOC), ['a' => 'one', 'b' => null, 'c' => 'three']);
same('num', rows_build(['one', null, 'three'], NUM), ['one', null, 'three']);
