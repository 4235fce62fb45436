/*
 * Query attributes: named values that are sent with a command, for code on the server that asks for them
 * (MySQL's "Query Attributes").
 *
 * Always true: a link that has not negotiated query attributes has none. Not here: their encoding
 * (wire/statement.h).
 */
#include "internal.h"

static size_t bytes_of(const mynd_query_attribute *attribute)
{
	return attribute->name.len +
	       (attribute->value.kind == MYND_PARAMETER_BYTES ? attribute->value.bytes.len : 0);
}

static mynd_slice copy(mynd_slice from, uint8_t **to)
{
	mynd_slice copied = {*to, from.len};
	if (from.len > 0) {
		memcpy(*to, from.ptr, from.len);
	}
	*to += from.len;
	return copied;
}

static void copy_attributes(
    mynd_query_attribute *to, uint8_t *bytes, const mynd_query_attribute *from, uint16_t count)
{
	for (uint16_t i = 0; i < count; i++) {
		to[i] = from[i];
		to[i].name = copy(from[i].name, &bytes);
		if (from[i].value.kind == MYND_PARAMETER_BYTES) {
			to[i].value.bytes = copy(from[i].value.bytes, &bytes);
		}
	}
}

int mynd_link_set_query_attributes(mynd_link *link, const mynd_query_attribute *attributes, uint16_t count)
{
	size_t bytes = count * sizeof *attributes;
	mynd_link_drop_attributes(link);
	if (count == 0 || link->channel.session == NULL ||
	    !(mynd_session_server(link->channel.session)->negotiated & MYND_CAP_QUERY_ATTRIBUTES)) {
		return MYND_OK;
	}
	for (uint16_t i = 0; i < count; i++) {
		bytes += bytes_of(&attributes[i]);
	}
	mynd_query_attribute *copied = malloc(bytes);
	if (copied == NULL) {
		return mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	copy_attributes(copied, (uint8_t *) (copied + count), attributes, count);
	link->queue.attributes = copied;
	link->queue.attribute_count = count;
	return MYND_OK;
}

void mynd_link_drop_attributes(mynd_link *link)
{
	free(link->queue.attributes);
	link->queue.attributes = NULL;
	link->queue.attribute_count = 0;
}
