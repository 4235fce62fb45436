# The other half of php.sh; mynd need not be built for it.
use php

cmd_stock() {
	setup
	prepare_stock
	run_php php-stock "$@"
}
