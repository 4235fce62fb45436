-- What the pages' programs find: a small shop, made anew for each of them, and a table to count with, made once.
CREATE DATABASE IF NOT EXISTS shop CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS shop IDENTIFIED BY 'secret';
GRANT ALL ON shop.* TO shop;
USE shop;
DROP TABLE IF EXISTS products, orders, logins, pictures;
CREATE TABLE products (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(100) NOT NULL, cents INT NOT NULL, UNIQUE (name));
INSERT INTO products VALUES (1, 'teapot', 2450), (2, 'cup', 690), (3, 'kettle', 3900);
CREATE TABLE orders (id INT PRIMARY KEY AUTO_INCREMENT, customer VARCHAR(50) NOT NULL, product INT NOT NULL,
	note VARCHAR(200) NOT NULL DEFAULT 'none');
INSERT INTO orders (customer, product) VALUES ('Ada', 1), ('Ben', 2), ('Cleo', 3), ('Ada', 2);
CREATE TABLE pictures (id INT PRIMARY KEY, body LONGBLOB NOT NULL);
CREATE TABLE IF NOT EXISTS numbers (n INT PRIMARY KEY, label VARCHAR(20) NOT NULL, payload VARCHAR(200) NOT NULL);
INSERT IGNORE INTO numbers WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 1000)
	SELECT a.n + 1000 * (b.n - 1), CONCAT('row ', a.n + 1000 * (b.n - 1)), REPEAT('x', 200) FROM s a JOIN s b ON b.n <= 20
	WHERE NOT EXISTS (SELECT 1 FROM numbers);
