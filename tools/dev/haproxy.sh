# Debian's HAProxy, unpacked: for tests/proxies and for a cluster (cluster-haproxy.sh).
use unpacked

# If it cannot be had, prints why.
get_haproxy() {
	get_unpacked "$BUILD/haproxy" haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
}

# Sets haproxy to the words of its command.
find_haproxy() {
	local library
	library=$(cd "$BUILD/haproxy/files/usr/lib" && echo *-linux-gnu*)
	haproxy=(env "LD_LIBRARY_PATH=$BUILD/haproxy/files/usr/lib/$library" "$BUILD/haproxy/files/usr/sbin/haproxy")
}
