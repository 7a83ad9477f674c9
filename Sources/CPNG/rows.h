// One row of 8-bit samples into one row of screen words.
#ifndef CPNG_ROWS_H
#define CPNG_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "CPNG.h"

// Converts `count` pixels of 1 (gray), 2 (gray, alpha), 3 (R, G, B) or 4 (R, G, B, A) channels.
// With 4 channels `from` and `to` may be the same row.
void cpng_convert_row(const uint8_t *from, int channels, uint8_t *to, size_t count,
                      const struct cpng_request *request);

// Adds `count` converted pixels to sums of `reduction` neighbours, four sums a pixel.
void cpng_add_row(const uint8_t *row, size_t count, uint32_t reduction, uint32_t *sums);

// Writes the rounded averages of sums over `rows` rows and clears them.
void cpng_average_row(uint32_t *sums, size_t count, uint32_t reduction, uint32_t rows,
                      uint8_t *to);

#endif
