/*
 * PDO's own functions, looked up by name when the module starts. PDO may be loaded before mynd, after it, or
 * not at all, so mynd does not link to it.
 */
#include "pdo.h"

#include <dlfcn.h>

mynd_pdo_symbols mynd_pdo;

/*
 * Looks up a symbol among the global symbols of the process, or, if PDO's symbols are not global, in PDO's
 * module.
 */
static void *find(const char *name)
{
	void *symbol = dlsym(RTLD_DEFAULT, name);
	if (symbol == NULL) {
		const zend_module_entry *pdo = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pdo"));
		symbol = pdo != NULL && pdo->handle != NULL ? DL_FETCH_SYMBOL(pdo->handle, name) : NULL;
	}
	return symbol;
}

bool mynd_pdo_find_symbols(const char **missing)
{
	*missing = NULL;
#define MYND_X(name)                                                                                         \
	mynd_pdo.name = (__typeof__(mynd_pdo.name)) find(#name);                                                 \
	*missing = mynd_pdo.name == NULL ? #name : *missing;
	MYND_PDO_SYMBOLS(MYND_X)
	MYND_PDO_NEW_SYMBOLS(MYND_X)
#undef MYND_X
	return *missing == NULL;
}
