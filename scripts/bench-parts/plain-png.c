/* plain-png: decodes PNG files with libpng's row interface into one BGRX picture that is used again
 * and again: the least work that libpng can do. plain-png FILE... */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned char *pixels = NULL;
  size_t size = 0;
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (!file) { perror(argv[i]); return 1; }
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) { fprintf(stderr, "%s: bad\n", argv[i]); return 1; }
    png_init_io(png, file);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_filler(png, 0xff, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (size < width * 4 * height) pixels = realloc(pixels, size = width * 4 * height);
    for (size_t y = 0; y < height; y++) png_read_row(png, pixels + y * width * 4, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
  }
  free(pixels);
  return 0;
}
