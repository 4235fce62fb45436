<?php
/*
 * Whether a file of clusters is right (docs/named-clusters.md): what it says, and what its nodes say of
 * themselves.
 */

declare(strict_types=1);

namespace Mynd\Operations;

/** What a node says of itself, or why it says nothing. */
final class Node
{
    public string $failure = '';
    public string $version = '';
    public bool $takesWrites = false;
    public string $identity = '';   // equal for two addresses of one server
    public string $cluster = '';    // Galera: of which cluster it is a node
    public bool $isReady = true;    // Galera
    public ?float $secondsBehind = null; // of a replica, if the user may ask
    public bool $isStopped = false; // a replica that gets or runs nothing
    public float $roundTrip = 0.0;

    /** @param array{address: string, weight: int, zone: ?string, primary: bool} $said */
    public function __construct(public readonly string $name, public readonly array $said)
    {
    }

    public function ask(\mysqli $db): void
    {
        $mariadb = str_contains($db->server_info, 'MariaDB');
        $this->version = ($mariadb ? 'MariaDB ' : 'MySQL ') . preg_replace('/^5\.5\.5-|-.*$/', '', $db->server_info);
        $begun = microtime(true);
        $readOnly = (string) self::value($db, 'SELECT @@GLOBAL.read_only');
        $this->roundTrip = microtime(true) - $begun;
        $this->takesWrites = in_array($readOnly, ['0', 'OFF'], true);
        $identity = $mariadb ? "CONCAT_WS('/', @@hostname, @@port, @@datadir, @@server_id)" : '@@server_uuid';
        $this->identity = (string) self::value($db, "SELECT $identity");
        if ($mariadb) {
            $this->askGalera($db);
        }
        $this->askReplica($db);
    }

    private function askGalera(\mysqli $db): void
    {
        $status = array_column($db->query("SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_state_uuid', 'wsrep_provider_name')")->fetch_all(), 1, 0);
        if (($status['wsrep_provider_name'] ?? '') !== '') {
            $this->cluster = $status['wsrep_cluster_state_uuid'] ?? '';
            $this->isReady = ($status['wsrep_ready'] ?? '') === 'ON';
        }
    }

    private static function value(\mysqli $db, string $query): string|int|float|null
    {
        $value = $db->query($query)->fetch_column();
        return $value === false ? null : $value;
    }

    private function askReplica(\mysqli $db): void
    {
        foreach (['SHOW REPLICA STATUS', 'SHOW SLAVE STATUS'] as $query) {
            try {
                $row = $db->query($query)->fetch_assoc();
                $seconds = $row['Seconds_Behind_Source'] ?? $row['Seconds_Behind_Master'] ?? null;
                $this->secondsBehind = is_numeric($seconds) ? (float) $seconds : null;
                $this->isStopped = is_array($row) && $seconds === null;
                return;
            } catch (\mysqli_sql_exception) { // an older server has the other words; or a right is missing
            }
        }
    }

    public function words(): string
    {
        if ($this->failure !== '') {
            return $this->failure;
        }
        $words = [$this->version, $this->takesWrites ? 'takes writes' : 'is read-only', sprintf('%.1f ms', $this->roundTrip * 1000)];
        if ($this->cluster !== '') {
            $words[] = $this->isReady ? 'Galera' : 'Galera, not ready';
        }
        if ($this->secondsBehind !== null) {
            $words[] = sprintf('%g s behind', $this->secondsBehind);
        }
        if ($this->isStopped) {
            $words[] = 'does not replicate';
        }
        return implode(', ', $words);
    }
}

/**
 * What the processes of this user have found out about the nodes of a file of clusters.
 *
 * @phpstan-type Said array{kind: string, target: string, balance: string, zone: ?string,
 *     connect_timeout: int, nodes: array<array{address: string, weight: int, zone: ?string, primary: bool,
 *     role: ?string, since: ?int, asked: ?float, dead: ?float, second: bool, fenced: bool}>}
 */
final class ClusterState
{
    private readonly string $file;

    public function __construct(?string $file, ?string $user)
    {
        $this->file = $file ?? file_of_clusters();
        if ($user !== null) {
            $found = function_exists('posix_getpwnam') ? posix_getpwnam($user) : refuse('--as needs the extension posix');
            if ($found === false || !posix_seteuid($found['uid'])) {
                refuse("cannot become $user");
            }
        }
    }

    /** Whose processes these are. */
    private static function user(): string
    {
        $user = function_exists('posix_geteuid') ? posix_getpwuid(posix_geteuid()) : false;
        return $user === false ? 'this user' : $user['name'];
    }

    /** Shows it, or forgets it of one node. Returns the status to end with: 1 if that cannot be done. */
    public function run(?string $forgotten): int
    {
        try {
            $clusters = \Mynd\clusters($this->file);
            if ($forgotten === null) {
                array_map($this->show(...), array_keys($clusters), $clusters);
            } else {
                $this->forget($forgotten, $clusters);
            }
        } catch (\RuntimeException $e) {
            echo $e->getMessage(), "\n";
            return 1;
        }
        return 0;
    }

    /** @param Said $cluster */
    private function show(int|string $name, array $cluster): void
    {
        echo "$name: {$cluster['kind']}, as the processes of ", self::user(), " know it\n";
        foreach ($cluster['nodes'] as $node => $said) {
            $known = $said['role'] === null ? [] : [$said['role'] . ($said['since'] === null ? '' : ' since ' . date('Y-m-d H:i:s', $said['since']))];
            if ($said['asked'] !== null) {
                $known[] = sprintf('asked %.0f s ago', $said['asked']);
            }
            if ($said['dead'] !== null) {
                $known[] = sprintf('not reached, tried last for %.0f s', $said['dead']);
            }
            if ($said['second']) {
                $known[] = 'another node is the primary';
            }
            if ($said['fenced']) {
                $known[] = 'fenced: lacks transactions that the primary had';
            }
            echo sprintf('  %-12s %s: ', $node, $said['address']), $known === [] ? 'nothing is known' : implode(', ', $known), "\n";
        }
    }

    /** @param array<Said> $clusters */
    private function forget(string $name, array $clusters): void
    {
        [$cluster, $node] = str_contains($name, '/') ? explode('/', $name, 2) : [null, $name];
        if ($cluster === null) {
            $having = array_filter($clusters, static fn (array $of): bool => isset(array_change_key_case($of['nodes'])[strtolower($node)]));
            if (count($having) > 1) {
                throw new \RuntimeException("several clusters have a node $node: " . implode(', ', array_map(static fn (int|string $of): string => "$of/$node", array_keys($having))));
            }
            $cluster = (string) (array_key_first($having) ?? '');
        }
        \Mynd\forget_node($cluster, $node, $this->file);
        echo "$cluster/$node is forgotten by the processes of ", self::user(), "\n";
    }
}

/** The file of the setting mynd.clusters. */
function file_of_clusters(): string
{
    $file = (string) ini_get('mynd.clusters');
    return $file !== '' ? $file : refuse('no file: php.ini has no mynd.clusters, and none is named');
}

/**
 * Looks at a file of clusters, and asks its nodes if it has a user.
 *
 * @phpstan-import-type Said from ClusterState
 */
final class ClusterCheck
{
    /** @param array<string, string|true> $options */
    public function __construct(private readonly array $options)
    {
    }

    /** Returns the status to end with: 1 if something is wrong. */
    public function run(?string $file): int
    {
        try {
            $clusters = \Mynd\clusters($file ?? file_of_clusters());
        } catch (\RuntimeException $e) {
            echo $e->getMessage(), "\n";
            return 1;
        }
        $wrong = 0;
        foreach ($clusters as $name => $cluster) {
            $wrong += $this->look((string) $name, $cluster);
        }
        echo $wrong === 0 ? "nothing is wrong\n" : "$wrong wrong\n";
        return $wrong === 0 ? 0 : 1;
    }

    /**
     * @param Said $cluster
     * @return int how much is wrong
     */
    private function look(string $name, array $cluster): int
    {
        echo "$name: {$cluster['kind']}, target {$cluster['target']}, balance {$cluster['balance']}",
            $cluster['zone'] === null ? '' : ", zone {$cluster['zone']}", "\n";
        $nodes = [];
        foreach ($cluster['nodes'] as $of => $said) {
            $nodes[] = $node = new Node((string) $of, $said);
            if (isset($this->options['--user'])) {
                $this->ask($node);
            }
            $words = isset($this->options['--user']) ? $node->words() : '';
            $more = implode('', [$said['zone'] === null ? '' : ", zone {$said['zone']}", $said['weight'] === 1 ? '' : ", weight {$said['weight']}",
                $said['primary'] ? '' : ', never a primary']);
            echo rtrim(sprintf('  %-12s %s%s: %s', $node->name, $said['address'], $more, $words), ': '), "\n";
        }
        $wrong = [...self::wrongZones($cluster), ...isset($this->options['--user']) ? self::wrongNodes($cluster, $nodes) : []];
        foreach ($wrong as $line) {
            echo "  ! $line\n";
        }
        return count($wrong);
    }

    private function ask(Node $node): void
    {
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $password = getenv('MYSQL_PWD');
        $authority = $this->options['--ssl-ca'] ?? null;
        try {
            $db = mysqli_init() ?: refuse('no memory');
            $db->options(MYSQLI_OPT_CONNECT_TIMEOUT, 3);
            $db->options(MYSQLI_OPT_READ_TIMEOUT, 3);
            if (is_string($authority)) {
                $db->ssl_set(null, null, $authority, null, null);
            }
            $user = $this->options['--user'] ?? null;
            @$db->real_connect(self::hostOf($node->said['address']), is_string($user) ? $user : null, $password === false ? null : $password, null, 3306,
                null, is_string($authority) ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT : 0);
            $node->ask($db);
        } catch (\mysqli_sql_exception $e) {
            $node->failure = "{$e->getCode()} {$e->getMessage()}";
        }
    }

    /** The address with its port, so that it is never taken for the name of a cluster. */
    private static function hostOf(string $address): string
    {
        $isPlain = strtolower($address) !== 'localhost' && !str_contains($address, ':');
        return $isPlain ? "$address:3306" : $address;
    }

    /**
     * @param Said $cluster
     * @return list<string>
     */
    private static function wrongZones(array $cluster): array
    {
        $zones = array_filter(array_column($cluster['nodes'], 'zone'), static fn (?string $zone): bool => $zone !== null);
        return $cluster['zone'] === null || in_array($cluster['zone'], $zones, true) ? [] : ["no node is in the zone {$cluster['zone']}"];
    }

    /**
     * What is wrong, of those kinds whose nodes are servers of their own: two proxies may lead to one server.
     *
     * @param Said $cluster
     * @param list<Node> $nodes
     * @return list<string>
     */
    private static function wrongNodes(array $cluster, array $nodes): array
    {
        $kind = $cluster['kind'];
        $hasRoles = in_array($kind, ['replication', 'group'], true);
        $hasServers = $hasRoles || $kind === 'galera';
        $wrong = [];
        $known = $clusters = [];
        $writers = [];
        foreach ($nodes as $node) {
            if ($node->failure !== '') {
                $wrong[] = "$node->name cannot be asked";
                continue;
            }
            if ($hasServers && isset($known[$node->identity])) {
                $wrong[] = "$node->name is the same server as {$known[$node->identity]}";
            }
            $known[$node->identity] = $node->name;
            if ($node->takesWrites) {
                $writers[] = $node->name;
            }
            if ($hasRoles && $node->takesWrites && !$node->said['primary']) {
                $wrong[] = "$node->name takes writes, and has primary=no";
            }
            if (!$node->isReady) {
                $wrong[] = "$node->name is not ready";
            }
            if ($node->isStopped) {
                $wrong[] = "$node->name does not replicate";
            }
            if ($kind === 'galera') {
                $clusters[$node->cluster][] = $node->name;
            }
        }
        if ($hasRoles && $cluster['target'] === 'primary' && $writers === [] && $known !== []) {
            $wrong[] = 'no node takes writes';
        }
        if ($kind === 'replication' && count($writers) > 1) {
            $wrong[] = implode(' and ', $writers) . ' take writes';
        }
        if (isset($clusters[''])) {
            $wrong[] = implode(' and ', $clusters['']) . ' no node of Galera';
            unset($clusters['']);
        }
        if (count($clusters) > 1) {
            $wrong[] = 'nodes of ' . count($clusters) . ' clusters: ' . implode('; ', array_map(static fn (array $names): string => implode(' and ', $names), $clusters));
        }
        return $wrong;
    }
}
