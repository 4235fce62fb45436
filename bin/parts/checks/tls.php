<?php
/* Connects over a network in clear, or to a server that nobody has verified. */

declare(strict_types=1);

namespace Mynd\Operations;

return static function (Evidence $e): Finding|Unknown|null {
    if ($e->firstBoard === null) {
        return new Unknown('needs the workers\' numbers, mynd.scoreboard');
    }
    $total = $e->firstBoard['total'];
    $found = array_filter([
        a_number($total['connects_in_clear']) . ' to another machine without TLS' => $total['connects_in_clear'],
        a_number($total['connects_unverified']) . ' with TLS, but without a look at the certificate' => $total['connects_unverified'],
    ]);
    if (!$found) {
        return null;
    }
    return new Finding(
        'of ' . a_number($total['connects']) . ' connects since the scoreboard was made ' . implode(', ', array_keys($found)),
        'Who is on the way can read what is asked and answered and, without a look at the certificate, be the server.',
        'in the program: mysqli::ssl_set() and the flags MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT; with PDO MYSQL_ATTR_SSL_CA. '
            . "On the server: require_secure_transport = ON",
        'a handshake more for each connect (resumed for the next ones), which persistent connections save',
    );
};
