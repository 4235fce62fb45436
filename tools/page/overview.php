<?php
declare(strict_types=1);
namespace Mynd\Page;
function overview(Figures $figures, array $charts): string { return ''; }
