# Certificates of every kind, in one folder: NAME.pem and NAME-key.pem, by ca or other-ca, which are there.

# Validity is set to the second, which only the command of an authority can.
issue() { # FOLDER NAME SUBJECT SAN FROM TO ISSUER|self
	local dir=$1 name=$2 subject=$3 san=$4 from=$5 to=$6 by=$7 issuer=(-selfsign -keyfile "$1/$2-key.pem")
	[[ $by == self ]] || issuer=(-cert "$dir/$by.pem" -keyfile "$dir/$by-key.pem")
	mkdir -p "$dir/issued"
	: >"$dir/index.txt"
	printf '[ca]\ndefault_ca=d\n[d]\ndatabase=%s\nnew_certs_dir=%s\nrand_serial=yes\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n' \
		"$dir/index.txt" "$dir/issued" >"$dir/ca.cnf"
	{
		printf '[x]\nbasicConstraints=CA:FALSE\n'
		[[ -z $san ]] || printf 'subjectAltName=%s\n' "$san"
	} >"$dir/extensions.cnf"
	openssl req -newkey rsa:2048 -nodes -subj "$subject" -keyout "$dir/$name-key.pem" -out "$dir/$name.csr" &&
		openssl ca -batch -notext -config "$dir/ca.cnf" -in "$dir/$name.csr" -out "$dir/$name.pem" -extfile "$dir/extensions.cnf" \
			-extensions x -startdate "$(date -u -d "$from" +%Y%m%d%H%M%SZ)" -enddate "$(date -u -d "$to" +%Y%m%d%H%M%SZ)" "${issuer[@]}"
}

issue_all() { # FOLDER
	local names=IP:127.0.0.1,DNS:localhost
	issue "$1" good /CN=good $names yesterday tomorrow ca &&
		issue "$1" expired /CN=expired $names '3 days ago' yesterday ca &&
		issue "$1" early /CN=early $names tomorrow '3 days' ca &&
		issue "$1" other-name /CN=other.example DNS:other.example yesterday tomorrow ca &&
		issue "$1" other-address /CN=address IP:127.0.0.2 yesterday tomorrow ca &&
		issue "$1" address-as-name /CN=127.0.0.1 DNS:127.0.0.1 yesterday tomorrow ca &&
		issue "$1" wildcard /CN=wild 'DNS:*.tls.test' yesterday tomorrow ca &&
		issue "$1" stranger /CN=stranger $names yesterday tomorrow other-ca &&
		issue "$1" name-only /CN=db.tls.test '' yesterday tomorrow ca &&
		issue "$1" self /CN=MariaDB '' yesterday tomorrow self &&
		issue "$1" self-expired /CN=MariaDB '' '3 days ago' yesterday self &&
		issue "$1" middle /CN=MariaDB '' yesterday tomorrow self &&
		issue "$1" wrong-client '/CN=mynd test client' '' yesterday tomorrow other-ca &&
		cat "$1/middle.pem" "$1/middle-key.pem" >"$1/middle-both.pem"
}
