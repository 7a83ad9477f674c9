#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "rows.h"

// The most that one ancillary chunk may take; pictures need none of them but tRNS.
#define CHUNK_BYTES (1 << 20)

struct source {
  const uint8_t *bytes;
  size_t left;
  struct cpng_failure failure;
};

static void read_bytes(png_structp png, png_bytep to, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->left) {
    source->failure.code = CPNG_TRUNCATED;
    png_error(png, "the data ends early");
  }
  memcpy(to, source->bytes, count);
  source->bytes += count;
  source->left -= count;
}

// Makes a reader that fails at a wrong checksum anywhere and looks at no chunk that does not
// change the pixels: their parsers are work and risk for nothing.
static png_structp open_reader(struct source *source) {
  static const png_byte passed_over[] =
      "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0"
      "tEXt\0tIME\0zTXt";
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &source->failure, cpng_fail, cpng_ignore);
  if (!png) return NULL;
  png_set_read_fn(png, source, read_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, CHUNK_BYTES);
  png_set_chunk_cache_max(png, 16);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, passed_over,
                              sizeof(passed_over) / 5);
  return png;
}

static int has_alpha(png_structp png, png_infop info) {
  return (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) ||
         png_get_valid(png, info, PNG_INFO_tRNS);
}

int cpng_read_header(const uint8_t *bytes, size_t count, struct cpng_header *header,
                     char message[CPNG_MESSAGE_SIZE]) {
  struct source source = {bytes, count, {message, CPNG_DAMAGED}};
  png_structp png = open_reader(&source);
  png_infop volatile info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    return CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_infop failed = info;
    png_destroy_read_struct(&png, &failed, NULL);
    return source.failure.code;
  }
  png_infop read = info;
  png_read_info(png, read);
  header->width = png_get_image_width(png, read);
  header->height = png_get_image_height(png, read);
  header->bit_depth = png_get_bit_depth(png, read);
  header->color_type = png_get_color_type(png, read);
  header->interlaced = png_get_interlace_type(png, read) != PNG_INTERLACE_NONE;
  header->has_alpha = has_alpha(png, read);
  png_destroy_read_struct(&png, &read, NULL);
  return CPNG_DONE;
}

// Reads rows of an interlaced picture: each pass sets more pixels of the rows that are there, so
// they stay R, G, B, A until the last pass has been over them.
static void read_passes(png_structp png, const struct cpng_request *request, int passes,
                        uint8_t *pixels, size_t stride) {
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < request->height; y++) {
      uint8_t *row = pixels + y * stride;
      png_read_row(png, row, NULL);
      if (pass == passes - 1) cpng_convert_row(row, 4, row, request->width, request);
    }
  }
}

// Reads rows from the top through one row of scratch, converting each while it is in cache.
static void read_rows(png_structp png, const struct cpng_request *request, uint32_t file_rows,
                      int channels, uint8_t *scratch, uint8_t *converted, uint32_t *sums,
                      uint8_t *pixels, size_t stride) {
  uint32_t summed = 0;
  const uint8_t *wanted = scratch + (size_t)request->left * channels;
  for (uint32_t y = 0; y < file_rows; y++) {
    png_read_row(png, scratch, NULL);
    if (y < request->top || y - request->top >= request->height) continue;
    if (!sums) {
      cpng_convert_row(wanted, channels, pixels, request->width, request);
      pixels += stride;
      continue;
    }
    cpng_convert_row(wanted, channels, converted, request->width, request);
    cpng_add_row(converted, request->width, request->column_reduction, sums);
    if (++summed == request->row_reduction || y - request->top == request->height - 1) {
      cpng_average_row(sums, request->width, request->column_reduction, summed, pixels);
      pixels += stride;
      summed = 0;
    }
  }
}

// Whether the wanted part lies inside the picture and can be had.
static int is_possible(const struct cpng_request *request, uint32_t width, uint32_t height,
                       int interlaced) {
  if (request->width == 0 || request->height == 0) return 0;
  if (request->left > width || request->width > width - request->left) return 0;
  if (request->top > height || request->height > height - request->top) return 0;
  uint32_t columns = request->column_reduction, rows = request->row_reduction;
  if (columns < 1 || columns > CPNG_LARGEST_REDUCTION) return 0;
  if (rows < 1 || rows > CPNG_LARGEST_REDUCTION) return 0;
  if (!interlaced) return 1;
  return columns == 1 && rows == 1 && request->width == width && request->height == height;
}

int cpng_decode(const uint8_t *bytes, size_t count, const struct cpng_request *request,
                uint8_t *pixels, size_t stride, char message[CPNG_MESSAGE_SIZE]) {
  struct source source = {bytes, count, {message, CPNG_DAMAGED}};
  png_structp png = open_reader(&source);
  png_infop volatile info = png ? png_create_info_struct(png) : NULL;
  uint8_t *volatile scratch = NULL;
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    return CPNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_infop failed = info;
    png_destroy_read_struct(&png, &failed, NULL);
    free(scratch);
    return source.failure.code;
  }
  png_infop read = info;
  png_read_info(png, read);
  uint32_t file_rows = png_get_image_height(png, read);
  int interlaced = png_get_interlace_type(png, read) != PNG_INTERLACE_NONE;
  if (!is_possible(request, png_get_image_width(png, read), file_rows, interlaced)) {
    png_error(png, "the file changed while it was read");
  }
  png_set_expand(png);
  png_set_scale_16(png);
  if (interlaced) {
    png_set_gray_to_rgb(png);
    if (!has_alpha(png, read)) png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  }
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, read);

  if (interlaced) {
    read_passes(png, request, passes, pixels, stride);
  } else {
    // One block: a row as libpng gives it, the same row converted, the sums of a row.
    size_t row_bytes = (png_get_rowbytes(png, read) + 15) & ~(size_t)15;
    int reduces = request->column_reduction > 1 || request->row_reduction > 1;
    size_t wide = reduces ? (size_t)request->width : 0;
    scratch = malloc(row_bytes + wide * 4 + wide * 16);
    if (!scratch) png_error(png, "out of memory");
    uint32_t *sums = (uint32_t *)(scratch + row_bytes + wide * 4);
    memset(sums, 0, wide * 16);
    read_rows(png, request, file_rows, png_get_channels(png, read), scratch,
              scratch + row_bytes, reduces ? sums : NULL, pixels, stride);
  }
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &read, NULL);
  free(scratch);
  return CPNG_DONE;
}
