// libpng's row interface inside single C functions, so that no longjmp crosses a Swift frame.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

#define CPNG_MESSAGE_SIZE 128

// The sum of a rectangle of 255s of this width and height still fits 32 bits.
#define CPNG_LARGEST_REDUCTION 4096

enum {
  CPNG_DONE = 0,
  CPNG_DAMAGED = -1,    // libpng refused it; the message is libpng's
  CPNG_TRUNCATED = -2,  // the bytes ended before the picture did
  CPNG_NO_MEMORY = -3,
};

// What a file says of itself before its pixels.
struct cpng_header {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;
  uint8_t interlaced;
  uint8_t has_alpha;  // an alpha channel, or transparent colours in tRNS
};

// What to make of the pixels.
struct cpng_request {
  // The part wanted, in pixels of the file; an interlaced file is read whole.
  uint32_t left, top, width, height;
  // Averages so many columns and rows of pixels into one; 1 keeps each. An interlaced file allows
  // only 1, others at most CPNG_LARGEST_REDUCTION.
  uint32_t column_reduction, row_reduction;
  // 0: blend on the background colour into B, G, R, 255. 1: premultiplied B, G, R, A.
  uint8_t keeps_alpha;
  uint8_t background_red, background_green, background_blue;
};

// Reads the chunks before the pixels. Answers a CPNG code; `message` is set where it is not done.
int cpng_read_header(const uint8_t *bytes, size_t count, struct cpng_header *header,
                     char message[CPNG_MESSAGE_SIZE]);

// Decodes into rows of 4 bytes a pixel: ceil(width / column_reduction) pixels and
// ceil(height / row_reduction) rows, `stride` bytes apart. Gamma and colour profiles are passed
// over. 16-bit samples become 8-bit ones, rounded. Checksums are checked to the end of the file.
int cpng_decode(const uint8_t *bytes, size_t count, const struct cpng_request *request,
                uint8_t *pixels, size_t stride, char message[CPNG_MESSAGE_SIZE]);

// Encodes rows of 3 (R, G, B) or 4 (R, G, B, A, not premultiplied) bytes a pixel. `*output` is
// the caller's to free with cpng_free.
int cpng_encode(const uint8_t *rows, size_t stride, uint32_t width, uint32_t height,
                int channels, int level, uint8_t **output, size_t *output_count,
                char message[CPNG_MESSAGE_SIZE]);

void cpng_free(uint8_t *output);

#endif
