<?php
/* What PHP lets in by an upload should fit into a command. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): ?Finding {
    $packet = $e->variable('max_allowed_packet');
    $upload = min(array_filter([$e->number('upload_max_filesize'), $e->number('post_max_size')]) ?: [0.0]);
    if ($packet === null || $packet > $upload) {
        return null;
    }
    return new Finding(
        'max_allowed_packet is ' . in_bytes($packet) . ', and PHP takes uploads of ' . in_bytes($upload),
        'A command that is larger is refused (1153, or the connection is lost): the upload that a program puts into a column.',
        "the server's max_allowed_packet above " . in_bytes($upload) . ' (an escaped text may be twice as long), or a smaller upload_max_filesize',
        'no page that fails for the size of what its user sent',
    );
};
