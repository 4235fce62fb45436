/* Finds a method by the name that servers use. */
#include "auth.h"

static const mynd_auth_method *const methods[] = {
    &mynd_auth_native,
    &mynd_auth_caching_sha2,
    &mynd_auth_sha256,
    &mynd_auth_clear,
    &mynd_auth_ed25519,
    &mynd_auth_parsec,
};

const mynd_auth_method *mynd_auth_find(mynd_slice name)
{
	for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
		if (name.len == strlen(methods[i]->name) && memcmp(name.ptr, methods[i]->name, name.len) == 0) {
			return methods[i];
		}
	}
	return NULL;
}
