#include "messages.h"

#include <string.h>

void cpng_fail(png_structp png, png_const_charp text) {
  struct cpng_failure *failure = png_get_error_ptr(png);
  strncpy(failure->message, text, CPNG_MESSAGE_SIZE - 1);
  failure->message[CPNG_MESSAGE_SIZE - 1] = 0;
  png_longjmp(png, 1);
}

void cpng_ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}
