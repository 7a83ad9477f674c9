/* plain-pixman: a picture of 256x256 with alpha that turns in the middle of a picture of 1920x1080,
 * by the fewest calls of pixman: for each frame the rectangle that changed is copied from the
 * background, and the picture is laid over it, turned, bilinearly.
 * plain-pixman FRAMES FRAMES_PER_TURN: prints milliseconds of processor time a frame. */
#define _GNU_SOURCE
#include <math.h>
#include <pixman.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { width = 1920, height = 1080, side = 256 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static pixman_image_t *image(pixman_format_code_t format, int width, int height, uint32_t **pixels) {
  *pixels = malloc((size_t)width * height * 4);
  return pixman_image_create_bits_no_clear(format, width, height, *pixels, width * 4);
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  int frames = atoi(argv[1]), turn = atoi(argv[2]);
  uint32_t *back, *front, *shown;
  pixman_image_t *background = image(PIXMAN_x8r8g8b8, width, height, &back);
  pixman_image_t *picture = image(PIXMAN_a8r8g8b8, side, side, &front);
  pixman_image_t *canvas = image(PIXMAN_x8r8g8b8, width, height, &shown);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) back[y * width + x] = 0xff000000u | (x & 255) << 16 | (y & 255) << 8 | ((x ^ y) & 255);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) {
      uint32_t alpha = x, half = alpha * y / 255;
      front[y * side + x] = alpha << 24 | half << 16 | alpha << 8 | half;
    }
  pixman_image_composite32(PIXMAN_OP_SRC, background, NULL, canvas, 0, 0, 0, 0, 0, 0, width, height);
  pixman_image_set_filter(picture, PIXMAN_FILTER_BILINEAR, NULL, 0);

  double cost = 0, pixels = 0;
  int before = 0;
  for (int frame = 0; frame < frames; frame++) {
    double start = now();
    double angle = 2 * M_PI * (frame % turn) / turn, sine = sin(angle), cosine = cos(angle);
    /* Half the side of the square around it, and of the one around it now and before. */
    int reach = (int)ceil(side / 2.0 * (fabs(sine) + fabs(cosine)));
    int half = reach > before ? reach : before;
    before = reach;
    int x = width / 2 - half, y = height / 2 - half;
    pixman_image_composite32(PIXMAN_OP_SRC, background, NULL, canvas, x, y, 0, 0, x, y, 2 * half, 2 * half);
    pixman_f_transform_t map = {{
      {cosine, sine, side / 2.0 - cosine * half - sine * half},
      {-sine, cosine, side / 2.0 + sine * half - cosine * half},
      {0, 0, 1},
    }};
    pixman_transform_t fixed;
    pixman_transform_from_pixman_f_transform(&fixed, &map);
    pixman_image_set_transform(picture, &fixed);
    pixman_image_composite32(PIXMAN_OP_OVER, picture, NULL, canvas, 0, 0, 0, 0, x, y, 2 * half, 2 * half);
    cost += now() - start;
    pixels += 4.0 * half * half;
  }
  printf("{\"frame_ms\":%.4f,\"pixels\":%.0f,\"sum\":%u}\n", cost / frames, pixels / frames, shown[540 * width + 960]);
  return 0;
}
