/*
 * A public RSA key, of 2048 bits, whose private one nobody has.
 */
#ifndef MYND_FUZZ_KEYS_H
#define MYND_FUZZ_KEYS_H

#define FUZZ_PUBLIC_KEY                                                                                      \
	"-----BEGIN PUBLIC KEY-----\n"                                                                           \
	"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmT350u/YftgSysQ8EfIT\n"                                     \
	"f87Nom9c07wT86UC4zSco8zdL+fZOtPv5br2x51ZVU24J0evb9hlY004hy3xloAw\n"                                     \
	"Ino361wSdbDJiv3TSOgTtUBRhDQlBD7w1QAeBSh3fXrz6pvWj6AKLsi8gzEOYuf8\n"                                     \
	"9BLUlN/EdS1zNvCGEzdyXTaozAOXQwg43clFmpfoXRSubFUDI9mm+w2VAGOMEU2s\n"                                     \
	"EORi6ZlO0w5HkEJ/8fulf8Lyba9ODHSs7x8v3mimQjAO4SyfWiuMZPaEbkZedfdx\n"                                     \
	"pe2zXDC01Cp5rWrazfkYu+uZE+F1Dnx6rgz4X2GXAr/SRXBhlfZKVq7Dw3FMwJFa\n"                                     \
	"2wIDAQAB\n"                                                                                             \
	"-----END PUBLIC KEY-----\n"

#endif
