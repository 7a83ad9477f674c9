#include "rows.h"

#include <string.h>

// A screen word is 0xAARRGGBB; machines that Flipbook runs on are little-endian.
static inline uint32_t load(const uint8_t *from) {
  uint32_t word;
  memcpy(&word, from, 4);
  return word;
}

static inline void store(uint8_t *to, uint32_t word) { memcpy(to, &word, 4); }

// Two 8-bit channels of one word times a weight, plus two others, divided by 255 and rounded:
// exact, as (t + 128 + ((t + 128) >> 8)) >> 8 is for every t up to 255 * 255.
static inline uint32_t divide_pair(uint32_t pair) {
  pair += 0x00800080;
  return ((pair + ((pair >> 8) & 0x00ff00ff)) >> 8) & 0x00ff00ff;
}

// Bytes R, G, B, A to the word 0xAARRGGBB.
static inline uint32_t swap_red_blue(uint32_t word) {
  return (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >> 16) & 0xff);
}

static void blend(const uint8_t *from, uint8_t *to, size_t count,
                  const struct cpng_request *request) {
  uint32_t back_red_blue = (uint32_t)request->background_red << 16 | request->background_blue;
  uint32_t back_green = request->background_green;
  for (size_t i = 0; i < count; i++) {
    uint32_t word = swap_red_blue(load(from + 4 * i));
    uint32_t alpha = word >> 24;
    uint32_t rest = 255 - alpha;
    uint32_t red_blue = divide_pair((word & 0x00ff00ff) * alpha + back_red_blue * rest);
    uint32_t green = divide_pair(((word >> 8) & 0xff) * alpha + back_green * rest);
    store(to + 4 * i, 0xff000000 | red_blue | green << 8);
  }
}

static void premultiply(const uint8_t *from, uint8_t *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t word = swap_red_blue(load(from + 4 * i));
    uint32_t alpha = word >> 24;
    uint32_t red_blue = divide_pair((word & 0x00ff00ff) * alpha);
    uint32_t green = divide_pair(((word >> 8) & 0xff) * alpha);
    store(to + 4 * i, alpha << 24 | red_blue | green << 8);
  }
}

static void fill_from_rgb(const uint8_t *from, uint8_t *to, size_t count) {
  size_t i = 0;
  // Four bytes at a time: all but the last pixel have a byte to spare behind them.
  for (; i + 1 < count; i++) {
    store(to + 4 * i, 0xff000000 | __builtin_bswap32(load(from + 3 * i)) >> 8);
  }
  for (; i < count; i++) {
    const uint8_t *pixel = from + 3 * i;
    store(to + 4 * i,
          0xff000000 | (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2]);
  }
}

void cpng_convert_row(const uint8_t *from, int channels, uint8_t *to, size_t count,
                      const struct cpng_request *request) {
  if (channels == 3) {
    fill_from_rgb(from, to, count);
    return;
  }
  if (channels == 1) {
    for (size_t i = 0; i < count; i++) store(to + 4 * i, 0xff000000 | from[i] * 0x010101u);
    return;
  }
  if (channels == 2) {
    for (size_t i = 0; i < count; i++) {
      store(to + 4 * i, (uint32_t)from[2 * i + 1] << 24 | from[2 * i] * 0x010101u);
    }
    from = to;
  }
  if (request->keeps_alpha) {
    premultiply(from, to, count);
  } else {
    blend(from, to, count, request);
  }
}

void cpng_add_row(const uint8_t *row, size_t count, uint32_t reduction, uint32_t *sums) {
  for (size_t start = 0; start < count; start += reduction, sums += 4) {
    size_t end = start + reduction < count ? start + reduction : count;
    uint32_t blue = 0, green = 0, red = 0, alpha = 0;
    for (size_t i = start; i < end; i++) {
      blue += row[4 * i];
      green += row[4 * i + 1];
      red += row[4 * i + 2];
      alpha += row[4 * i + 3];
    }
    sums[0] += blue;
    sums[1] += green;
    sums[2] += red;
    sums[3] += alpha;
  }
}

void cpng_average_row(uint32_t *sums, size_t count, uint32_t reduction, uint32_t rows,
                      uint8_t *to) {
  for (size_t start = 0; start < count; start += reduction) {
    uint32_t columns = count - start < reduction ? (uint32_t)(count - start) : reduction;
    uint32_t area = columns * rows;
    for (int channel = 0; channel < 4; channel++, sums++, to++) {
      *to = (uint8_t)((*sums + area / 2) / area);
      *sums = 0;
    }
  }
}
