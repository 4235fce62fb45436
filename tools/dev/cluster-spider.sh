# Spider over two shards, for cluster.sh: spider1 is the front, spider2 and spider3 are plain servers. The
# front knows them as servers of these names; a table over both is, on each shard and on the front:
#   CREATE TABLE t (id INT PRIMARY KEY, v INT);
#   CREATE TABLE t (id INT PRIMARY KEY, v INT) ENGINE = SPIDER COMMENT = 'wrapper "mysql", table "t"'
#     PARTITION BY KEY (id)
#     (PARTITION a COMMENT = 'server "spider2"', PARTITION b COMMENT = 'server "spider3"');
use mariadb unpacked

cluster_spider_names() {
	echo spider1 spider2 spider3
}

cluster_spider_prepare() {
	local reason
	mariadb_prepare
	reason=$(get_unpacked "$BUILD/spider" "mariadb-plugin-spider=$(dpkg-query -W -f='${Version}' mariadb-server-core)") ||
		unavailable "Spider: $reason"
}

cluster_spider_options() {
	server_options=(--server-id="${node#spider}")
	[[ $node != spider1 ]] || {
		server_options+=(--plugin-maturity=unknown)
		mariadb_plugins=$BUILD/spider/files/usr/lib/mysql/plugin
	}
}

cluster_spider_form() {
	local node kind host port folder pid role namespace name
	start_nodes spider2 spider3 spider1 || return
	for name in spider1 spider2 spider3; do
		create_cluster_users "$name" PROCESS RELOAD || return
	done
	node_sql spider1 <<<"INSTALL SONAME 'ha_spider'" || return
	for name in spider2 spider3; do
		read_node "$name"
		node_sql spider1 <<-SQL || return
			CREATE SERVER $name FOREIGN DATA WRAPPER mysql
				OPTIONS (HOST '$host', PORT $port, DATABASE 'mynd_test', USER 'mynd', PASSWORD 'throw away');
		SQL
	done
}

cluster_spider_role() {
	[[ $node == spider1 ]] && echo front || echo shard
}
