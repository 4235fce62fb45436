# The Dockerfiles, as far as they can be looked at without Docker: the steps of Debian's are run in folders
# with a Debian of their own, where Debian's PHP, made to look like the image's, stands in for it. Alpine's
# has the same steps with other packages; they are not run.
#
# Of a Dockerfile this knows ARG, FROM, RUN, WORKDIR and COPY, each as the files use them. Anything else
# ends it.
use package

# What the image has: PHP with its headers, no driver, and a command that enables a module. Docker's own has
# mysqlnd built in.
image_packages() {
	echo php8.2-cli php8.2-dev
}

PHPIZE_DEPS='autoconf dpkg-dev file g++ gcc libc-dev make pkg-config re2c'

make_image() { # sets copy
	throw_away_copy image
	cat >"$copy/usr/local/bin/docker-php-ext-enable" <<-'SH'
		#!/bin/sh
		# Stands in for the image's: an ini file for each module.
		for name; do echo "extension=$name" >"/etc/php/8.2/cli/conf.d/30-$name.ini"; done
	SH
	chmod +x "$copy/usr/local/bin/docker-php-ext-enable"
}

# Its instructions, one a line, without comments.
instructions_of() { # FILE
	sed '/^[[:space:]]*#/d' "$1" | sed -e ':next' -e '/\\$/{N; s/\\\n//; b next' -e '}' | grep -v '^[[:space:]]*$'
}

docker_copy() { # WORKDIR STAGE-FOLDERS-BY-NAME (stages) COPY's words
	local workdir=$1 from=$tree source target
	shift
	if [[ $1 == --from=* ]]; then
		from=${stages[${1#--from=}]} || die "package docker: there is no stage $1"
		shift
	fi
	target=${*: -1}
	[[ $target == /* ]] || target=$workdir/$target
	mkdir -p "$image$target"
	for source in "${@:1:$#-1}"; do
		case $source in
		*/) cp -a "$from$source." "$image$target" ;; # a folder: what is in it
		*) if [[ -d $from/$source ]]; then cp -a "$from/$source/." "$image$target"; else cp -a "$from/$source" "$image$target"; fi ;;
		esac
	done
}

docker_step() { # INSTRUCTION REST
	say "docker: $1 ${2:0:100}"
	case $1 in
	ARG) ;;
	FROM)
		make_image
		image=$copy workdir=/
		[[ $2 != *' AS '* ]] || stages[${2##* AS }]=$image
		;;
	WORKDIR) workdir=$2 && mkdir -p "$image$2" ;;
	COPY)
		# shellcheck disable=SC2086
		docker_copy "$workdir" $2
		;;
	RUN) in_folder "$image" -- /usr/bin/env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PHPIZE_DEPS="$PHPIZE_DEPS" /bin/sh -c "cd '$workdir' && $2" ;;
	*) die "package docker: what is $1?" ;;
	esac
}

package_docker() {
	local tree image= workdir=/ copy instruction rest said
	declare -A stages=()
	find_php
	# shellcheck disable=SC2046
	need_folder_with image $(image_packages)
	tree=$(mktemp -d "$PACKAGE/context.XXXXXX")
	at_exit rm -rf "$tree"
	export_tree "$tree"
	while read -r instruction rest; do
		docker_step "$instruction" "$rest" >"$PACKAGE/docker.log" 2>&1 </dev/null || {
			tail -n 20 "$PACKAGE/docker.log" >&2
			die "docker/debian/Dockerfile: $instruction ${rest:0:60}... fails"
		}
	done < <(instructions_of "$ROOT/docker/debian/Dockerfile")
	said=$(in_folder "$image" -- php -r 'echo phpversion("mynd"), " ", implode(" ", PDO::getAvailableDrivers()), "\n";')
	echo "docker/debian/Dockerfile goes through; PHP says: mynd $said"
}
