#include <stdlib.h>
#include <string.h>

#include "messages.h"

struct sink {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

static void write_bytes(png_structp png, png_bytep from, size_t count) {
  struct sink *sink = png_get_io_ptr(png);
  if (count > sink->capacity - sink->count) {
    size_t capacity = sink->capacity * 2 + count + 65536;
    uint8_t *grown = realloc(sink->bytes, capacity);
    if (!grown) png_error(png, "out of memory");
    sink->bytes = grown;
    sink->capacity = capacity;
  }
  memcpy(sink->bytes + sink->count, from, count);
  sink->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

int cpng_encode(const uint8_t *rows, size_t stride, uint32_t width, uint32_t height,
                int channels, int level, uint8_t **output, size_t *output_count,
                char message[CPNG_MESSAGE_SIZE]) {
  struct cpng_failure failure = {message, CPNG_DAMAGED};
  struct sink sink = {NULL, 0, 0};
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure, cpng_fail, cpng_ignore);
  png_infop volatile info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    return CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_infop failed = info;
    png_destroy_write_struct(&png, &failed);
    free(sink.bytes);
    return failure.code;
  }
  png_infop written = info;
  png_set_write_fn(png, &sink, write_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(png, written, width, height, 8,
               channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, level);
  // Trying every filter costs more than the fast levels win by it.
  if (level < 6) png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_write_info(png, written);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, rows + y * stride);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &written);
  *output = sink.bytes;
  *output_count = sink.count;
  return CPNG_DONE;
}

void cpng_free(uint8_t *output) { free(output); }
