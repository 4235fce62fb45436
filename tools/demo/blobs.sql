-- BLOBs of 2^15, 2^16 ... 2^23 and 2^24-1 bytes: ten rows, 32 MiB in all.
CREATE TABLE blobs (id INT PRIMARY KEY, content LONGBLOB NOT NULL);
INSERT INTO blobs
SELECT seq, LEFT(REPEAT(UNHEX(SHA2(seq, 512)), 1 << 18), LEAST(1 << (14 + seq), (1 << 24) - 1))
FROM seq_1_to_10;
