<?php
/* A page with Doctrine's DBAL, over mysqli or over PDO with native statements. */
use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\Connection;
use Doctrine\DBAL\DriverManager;

require_once 'Doctrine/DBAL/autoload.php';

return static function (string $page): array {
    $over_pdo = $page === 'doctrine-pdo';
    $db = DriverManager::getConnection(['driver' => $over_pdo ? 'pdo_mysql' : 'mysqli', 'host' => '127.0.0.1', 'port' => (int) getenv('MYND_TEST_PORT'),
        'user' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'dbname' => getenv('MYND_TEST_DB'), 'charset' => 'utf8mb4',
        'persistent' => (bool) getenv('MYND_FAR_PERSISTENT'), 'driverOptions' => $over_pdo ? [PDO::ATTR_EMULATE_PREPARES => false] : []]);
    $people = static fn (string $what) => $db->createQueryBuilder()->select($what)->from('far_people');
    $read = [
        $db->fetchAssociative('SELECT * FROM far_people WHERE id = ?', [3]),
        $db->fetchOne('SELECT id FROM far_people WHERE name = ?', ['person 17']),
        $people('COUNT(*)')->where('price > ?')->setParameter(0, '150.5')->executeQuery()->fetchOne(),
        $db->fetchAllKeyValue('SELECT id, name FROM far_people WHERE id IN (?)', [[5, 6, 7]], [ArrayParameterType::INTEGER]),
        $people('SUM(price)')->where('id BETWEEN ? AND ?')->setParameters([20, 25])->executeQuery()->fetchOne(),
        $people('name, born')->where('born < :day')->orderBy('born', 'DESC')->setParameter('day', '2001-02-10')->executeQuery()->fetchAllAssociative(),
        $people('MAX(price)')->where('born IS NOT NULL')->andWhere('id <= ?')->setParameter(0, 100)->executeQuery()->fetchOne(),
        $people('id, name')->where('name LIKE ?')->setParameter(0, 'person 19%')->setMaxResults(3)->executeQuery()->fetchAllNumeric(),
        $db->fetchAssociative('SELECT name FROM far_people WHERE id = ? AND 1', [999]),
        $db->fetchAllAssociative('SELECT COUNT(*) AS n, LEFT(name, ?) AS begin FROM far_people GROUP BY begin ORDER BY begin', [8]),
    ];
    $db->transactional(static function (Connection $db): void {
        $db->insert('far_orders', ['person' => 3, 'what' => 'tea']);
        $db->executeStatement('INSERT INTO far_orders (person, what) VALUES (?, UPPER(?))', [4, 'coffee']);
    });
    $db->close();
    return $read;
};
