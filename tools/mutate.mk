# The extension for ./dev mutate: without libtool, and without what a release is optimised with, since what
# counts is how soon a changed file is a module again.
#     make -f mutate.mk TREE=FOLDER OUT=FOLDER PHP_CONFIG=php-config8.2
CC       ?= gcc
INCLUDES := $(shell $(PHP_CONFIG) --includes)
SOURCES  := $(sort $(shell cd $(TREE) && find src -name '*.c'))
OBJECTS  := $(SOURCES:%.c=$(OUT)/%.o)
FLAGS    := -g0 -O1 -fPIC -std=gnu11 -fvisibility=hidden -D_GNU_SOURCE -DHAVE_CONFIG_H -DCOMPILE_DL_MYND=1 \
	-DZEND_COMPILE_DL_EXT=1 -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -DMYND_CHECKED -I$(OUT) $(INCLUDES)

# PHP maps the module: it is replaced, not written over.
$(OUT)/mynd.so: $(OBJECTS)
	$(CC) -shared -o $@.new $(OBJECTS) -lssl -lcrypto -lsodium -lcares -lz -lzstd
	mv $@.new $@

$(OUT)/%.o: $(TREE)/%.c $(OUT)/config.h
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<

$(OUT)/config.h:
	@mkdir -p $(@D)
	touch $@

-include $(OBJECTS:.o=.d)
