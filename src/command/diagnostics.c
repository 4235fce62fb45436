/*
 * The diagnostics area of a link: setting, clearing, exchanging, setting aside and reading it.
 *
 * Not here: the areas of fibers that take turns (views.c); the meaning of a reply's events (interpret.c).
 */
#include "internal.h"

void mynd_diagnostics_free(mynd_diagnostics *diagnostics)
{
	free(diagnostics->info.text);
	diagnostics->info = (mynd_info){NULL, 0, 0};
}

void mynd_diagnostics_set_info(mynd_diagnostics *diagnostics, mynd_slice text)
{
	mynd_info *info = &diagnostics->info;
	info->len = 0;
	if (text.len == 0) {
		return;
	}
	if (text.len >= info->capacity) {
		char *grown = realloc(info->text, text.len + 1);
		if (grown == NULL) {
			return;
		}
		info->text = grown;
		info->capacity = text.len + 1;
	}
	memcpy(info->text, text.ptr, text.len);
	info->text[text.len] = '\0';
	info->len = text.len;
}

/* --- of a link --- */

void mynd_diagnostics_clear(mynd_link *link)
{
	mynd_diagnostics_clear_counts(link);
	link->diagnostics.warnings = 0;
	link->diagnostics.field_count = 0;
	link->diagnostics.info.len = 0;
}

void mynd_diagnostics_clear_counts(mynd_link *link)
{
	link->diagnostics.affected_rows = link->diagnostics.insert_id = 0;
}

/* MariaDB 11.4 and later send a hash as info that proves their certificate and is not for programs. */
void mynd_diagnostics_clear_login(mynd_link *link)
{
	link->diagnostics.affected_rows = 0;
	link->diagnostics.info.len = 0;
}

void mynd_diagnostics_set_field_count(mynd_link *link, uint32_t field_count)
{
	link->diagnostics.field_count = field_count;
}

void mynd_link_forget_rows(mynd_link *link)
{
	link->diagnostics.affected_rows = (uint64_t) -1;
}

void mynd_diagnostics_fail(mynd_link *link, bool refused)
{
	mynd_link_forget_rows(link);
	if (!link->reply.keeps_id || refused) {
		link->diagnostics.insert_id = 0;
	}
}

void mynd_diagnostics_swap(mynd_link *link, mynd_diagnostics_area *area)
{
	mynd_diagnostics_area before = {link->diagnostics, link->channel.error};
	link->diagnostics = area->diagnostics;
	link->channel.error = area->error;
	*area = before;
}

/* --- aside --- */

void mynd_diagnostics_set_aside(const mynd_link *link, mynd_diagnostics_area *aside)
{
	aside->diagnostics = link->diagnostics;
	mynd_error_copy(&aside->error, &link->channel.error);
}

void mynd_diagnostics_put_back(mynd_link *link, const mynd_diagnostics_area *aside, unsigned parts)
{
	mynd_diagnostics *to = &link->diagnostics;
	const mynd_diagnostics *from = &aside->diagnostics;
	to->affected_rows = parts & MYND_ASIDE_AFFECTED_ROWS ? from->affected_rows : to->affected_rows;
	to->insert_id = parts & MYND_ASIDE_INSERT_ID ? from->insert_id : to->insert_id;
	to->warnings = parts & MYND_ASIDE_WARNINGS ? from->warnings : to->warnings;
	to->field_count = parts & MYND_ASIDE_FIELD_COUNT ? from->field_count : to->field_count;
	if (parts & MYND_ASIDE_INFO && to->info.len == 0 && to->info.text == from->info.text) {
		to->info.len = from->info.len;
	}
	if (parts & MYND_ASIDE_ERROR) {
		mynd_error_copy(&link->channel.error, &aside->error);
	}
}

/* --- what the current owner sees --- */

static const mynd_diagnostics *of_asker(const mynd_link *link)
{
	const mynd_diagnostics_area *view = mynd_link_view(link, link->turns);
	return UNEXPECTED(view != NULL) ? &view->diagnostics : &link->diagnostics;
}

uint64_t mynd_link_affected_rows(const mynd_link *link)
{
	return of_asker(link)->affected_rows;
}

uint64_t mynd_link_insert_id(const mynd_link *link)
{
	return of_asker(link)->insert_id;
}

unsigned mynd_link_warning_count(const mynd_link *link)
{
	return of_asker(link)->warnings;
}

uint32_t mynd_link_field_count(const mynd_link *link)
{
	return of_asker(link)->field_count;
}

const char *mynd_link_info(const mynd_link *link, size_t *len)
{
	const mynd_info *info = &of_asker(link)->info;
	*len = info->len;
	return info->len == 0 ? NULL : info->text;
}

const mynd_error *mynd_link_error(const mynd_link *link)
{
	const mynd_diagnostics_area *view = mynd_link_view(link, link->turns);
	return UNEXPECTED(view != NULL) ? &view->error : &link->channel.error;
}
