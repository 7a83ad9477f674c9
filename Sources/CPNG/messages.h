// How libpng's errors leave: by longjmp inside one C function, the text kept.
#ifndef CPNG_MESSAGES_H
#define CPNG_MESSAGES_H

#include <libpng16/png.h>

#include "CPNG.h"

struct cpng_failure {
  char *message;
  int code;
};

// Keeps libpng's text and leaves by longjmp.
void cpng_fail(png_structp png, png_const_charp text);

// Passes a warning over.
void cpng_ignore(png_structp png, png_const_charp text);

#endif
