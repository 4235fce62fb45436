/* Lists of hosts. */
#include "internal.h"

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

static mynd_slice trim(const uint8_t *begin, const uint8_t *end)
{
	while (begin < end && is_blank(*begin)) {
		begin++;
	}
	while (end > begin && is_blank(end[-1])) {
		end--;
	}
	return (mynd_slice){begin, (size_t) (end - begin)};
}

const char *mynd_hosts_split(mynd_slice list, mynd_host *hosts, unsigned *count)
{
	const uint8_t *begin = list.ptr, *end = list.ptr + list.len;
	*count = 0;
	for (;;) {
		const uint8_t *comma = memchr(begin, ',', (size_t) (end - begin));
		mynd_slice host = trim(begin, comma == NULL ? end : comma);
		if (host.len == 0) {
			return "has an empty entry";
		}
		if (*count == MYND_HOSTS_MOST) {
			return "has more than " ZEND_TOSTR(MYND_HOSTS_MOST) " entries";
		}
		hosts[(*count)++] = (mynd_host){.name = host, .weight = 1};
		if (comma == NULL) {
			return NULL;
		}
		begin = comma + 1;
	}
}
