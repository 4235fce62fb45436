# A side is one driver's whole world, in one folder: a MariaDB, a php-fpm with that driver, an nginx, fresh
# copies of the applications. Both sides are alike in everything that a page could show: names of hosts, of
# databases, of users. Sourced by run.sh.

side_pids=()

# Pages show estimates, so estimates are made when they are asked for, not when the server finds time.
server_options=(--innodb-stats-auto-recalc=0)

# Fresh copies, laid out as the packages have them; what the applications only read is shared.
copy_applications() { # SIDE-FOLDER FILES APPLICATION...
	local side=$1 files=$2 app
	shift 2
	mkdir -p "$side/share"
	ln -s "$files/usr/share/php" "$files/usr/share/javascript" "$side/share/"
	for app in "$@"; do
		cp -a "$files/usr/share/$app" "$side/share/"
		"prepare_$app" "$side" "$side/share/$app"
	done
}

# There is no Apache here, and there are no settings of a package.
prepare_wordpress() { # SIDE-FOLDER FOLDER
	rm -f "$2"/{.htaccess,wp-config.php}
}

# Debian splits it over several folders by links from the root; here it is in one, as in MediaWiki's own
# archive.
prepare_mediawiki() { # SIDE-FOLDER FOLDER
	rm -f "$2"/{LocalSettings.php,config,extensions,images}
	mv "$2/extensions-core" "$2/extensions"
	mkdir -p "$2"/{images,cache}
}

# Its vendor file says where a distribution keeps things.
prepare_phpmyadmin() { # SIDE-FOLDER FOLDER
	mkdir -p "$1/pma"
	sed -i "s#'/var/lib/phpmyadmin/tmp/'#'$1/pma/'#; s#'/etc/phpmyadmin/config.inc.php'#'$1/pma/config.inc.php'#" \
		"$2/libraries/vendor_config.php"
	cat >"$1/pma/config.inc.php" <<-'PHP'
		<?php
		$cfg['blowfish_secret'] = str_repeat('throw away 32 by', 2);
		$cfg['Servers'][1] = ['auth_type' => 'cookie', 'host' => 'localhost', 'compress' => false, 'AllowNoPassword' => false];
		$cfg['SendErrorReports'] = 'never';
	PHP
}

# The one with PDO. Debian keeps its settings under /etc and its templates' cache under /var.
prepare_postfixadmin() { # SIDE-FOLDER FOLDER
	local files=$cache/files socket
	socket=$(. "$1/server.env" && echo "$MYND_TEST_SOCKET")
	rm -rf "$2"/{config.inc.php,config.local.php,templates_c}
	cp "$files/etc/postfixadmin/config.inc.php" "$2/"
	mkdir "$2/templates_c"
	cat >"$2/dbconfig.inc.php" <<-PHP
		<?php
		\$dbtype = 'mysqli'; \$dbserver = 'localhost'; \$dbname = \$dbuser = 'postfixadmin'; \$dbpass = 'throw away';
	PHP
	cat >"$2/config.local.php" <<-PHP
		<?php
		\$CONF['database_socket'] = '$socket';
		\$CONF['setup_password'] = password_hash('Setup pass 12', PASSWORD_BCRYPT, ['cost' => 4]);
		\$CONF['encrypt'] = 'md5crypt';
		\$CONF['quota'] = \$CONF['alias_domain'] = \$CONF['fetchmail'] = 'YES';
		\$CONF['page_size'] = '5';
		\$CONF['admin_email'] = 'chief@postfixadmin.test';
		\$CONF['emailcheck_resolve_domain'] = 'NO';
	PHP
}

# There is one worker, so what a page leaves to do after its answer is done before the next page begins.
write_fpm_configuration() { # FOLDER SOCKET-OF-MARIADB
	cat >"$1/php.ini" <<-CONF
		error_reporting = E_ALL
		display_errors = 1
		html_errors = 0
		log_errors = 1
		error_log = $1/php.log
		include_path = .:$1/share/php
		mysqli.default_socket = $2
		pdo_mysql.default_socket = $2
		sendmail_path = "/bin/sh -c 'cat >>\$0' $1/mail"
		upload_max_filesize = 8M
		post_max_size = 16M
		memory_limit = 256M
		max_execution_time = 120
		date.timezone = UTC
		session.save_path = $1/sessions
		opcache.enable = 1
		opcache.revalidate_freq = 0
		opcache.max_accelerated_files = 20000
	CONF
	cat >"$1/fpm.conf" <<-CONF
		[global]
		error_log = $1/fpm.log
		pid = $1/fpm.pid
		[www]
		listen = $1/fpm.sock
		pm = static
		pm.max_children = 1
		catch_workers_output = yes
		access.log = $1/fpm-access.log
		access.format = "%{mili}d ms %C%% %{kilo}M KB %m %r%Q%q"
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = root\n' >>"$1/fpm.conf"
}

nginx_site() { # FOLDER PORT NAME [PART-OF-THE-FOLDER]
	cat <<-CONF
		server {
			listen 127.0.0.1:$2;
			server_name $3.test;
			root $1/share/$3${4:-};
			index index.php;
			location / { try_files \$uri \$uri/ /index.php?\$args; }
			location ~ ^(?<script>.+?\.php)(?<path>/.*)?$ {
				fastcgi_pass unix:$1/fpm.sock;
				fastcgi_param SCRIPT_FILENAME \$document_root\$script;
				fastcgi_param SCRIPT_NAME \$script;
				fastcgi_param PATH_INFO \$path;
				fastcgi_param DOCUMENT_ROOT \$document_root;
				fastcgi_param QUERY_STRING \$query_string;
				fastcgi_param REQUEST_METHOD \$request_method;
				fastcgi_param REQUEST_URI \$request_uri;
				fastcgi_param CONTENT_TYPE \$content_type;
				fastcgi_param CONTENT_LENGTH \$content_length;
				fastcgi_param SERVER_PROTOCOL \$server_protocol;
				fastcgi_param SERVER_SOFTWARE nginx;
				fastcgi_param SERVER_NAME $3.test;
				fastcgi_param REMOTE_ADDR \$remote_addr;
				fastcgi_param REDIRECT_STATUS 200;
				fastcgi_read_timeout 150;
				fastcgi_buffers 16 256k;
				fastcgi_buffer_size 64k;
			}
		}
	CONF
}

write_nginx_configuration() { # FOLDER PORT
	{
		printf '%s\n' 'daemon off;' 'master_process off;' "pid $1/nginx.pid;" "error_log $1/nginx.log;" \
			'events { worker_connections 64; }' 'http {' \
			'types { text/html html; text/css css; text/javascript js; image/png png; image/svg+xml svg; }' \
			'access_log off;' 'client_max_body_size 16m;'
		printf '%s_temp_path %s/nginx-temp;\n' client_body "$1" proxy "$1" fastcgi "$1" uwsgi "$1" scgi "$1"
		nginx_site "$1" "$2" wordpress
		nginx_site "$1" "$2" mediawiki
		nginx_site "$1" "$2" phpmyadmin
		nginx_site "$1" "$2" postfixadmin /public
		echo '}'
	} >"$1/nginx.conf"
}

wait_until() { # PID COMMAND...: half a minute at most
	local pid=$1 tries
	shift
	for ((tries = 0; tries < 300; tries++)); do
		"$@" >/dev/null 2>&1 && return
		kill -0 "$pid" 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}

answers() { # PORT NAME
	"$PHP" -n -r 'exit(@fsockopen("127.0.0.1", (int) $argv[1], $no, $text, 1) ? 0 : 1);' "$1"
}

start_fpm() { # FOLDER INI-FOLDER
	PHP_INI_SCAN_DIR=$2 "$fpm" $([[ $(id -u) -ne 0 ]] || echo -R) -F -c "$1/php.ini" -y "$1/fpm.conf" >"$1/fpm.out" 2>&1 </dev/null &
	side_pids+=($!)
	wait_until $! test -S "$1/fpm.sock" || { cat "$1/fpm.out" "$1/fpm.log"; return 1; }
}

# The port was free a moment ago, but another program may take it before nginx does.
start_nginx() { # FOLDER NGINX; sets port
	local try
	for try in 1 2 3; do
		port=$(free_port)
		write_nginx_configuration "$1" "$port"
		"$2" -e "$1/nginx.log" -p "$1" -c "$1/nginx.conf" >"$1/nginx.out" 2>&1 </dev/null &
		wait_until $! answers "$port" && break
		[[ $try -lt 3 ]] || { cat "$1/nginx.out"; return 1; }
	done
	side_pids+=($!)
}

create_database() { # SIDE-FOLDER NAME: with a user of the same name
	mariadb_sql "$(. "$1/server.env" && echo "$MYND_TEST_SOCKET")" <<-SQL
		CREATE DATABASE $2 CHARACTER SET utf8mb4;
		CREATE USER $2@localhost IDENTIFIED BY 'throw away';
		GRANT ALL ON $2.* TO $2@localhost;
	SQL
}

# A MariaDB of its own as well: ids, counters and lists of databases begin alike.
# FOLDER INI-FOLDER FILES APPLICATION...; FOLDER/server.env is there already. Writes FOLDER/port
start_side() {
	local port
	mkdir -p "$1"/{sessions,nginx-temp,pages}
	touch "$1/mail" "$1/php.log"
	create_database "$1" wordpress
	create_database "$1" mediawiki
	create_database "$1" postfixadmin
	write_fpm_configuration "$1" "$(. "$1/server.env" && echo "$MYND_TEST_SOCKET")"
	copy_applications "$1" "${@:3}" && start_fpm "$1" "$2" && start_nginx "$1" "$3/usr/sbin/nginx" && echo "$port" >"$1/port"
}

stop_sides() {
	[[ ${#side_pids[@]} -eq 0 ]] || kill "${side_pids[@]}" 2>/dev/null
	wait "${side_pids[@]}" 2>/dev/null
	side_pids=()
}
