/* plain-jpeg: decodes JPEG files with TurboJPEG into one BGRX picture that is used again and again.
 * plain-jpeg FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <turbojpeg.h>

int main(int argc, char **argv) {
  unsigned char *pixels = NULL, *bytes = NULL;
  size_t size = 0, room = 0;
  tjhandle decoder = tjInitDecompress();
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (!file) { perror(argv[i]); return 1; }
    fseek(file, 0, SEEK_END);
    size_t length = ftell(file);
    rewind(file);
    if (room < length) bytes = realloc(bytes, room = length);
    if (fread(bytes, 1, length, file) != length) return 1;
    fclose(file);
    int width, height, subsampling, space;
    if (tjDecompressHeader3(decoder, bytes, length, &width, &height, &subsampling, &space)) return 1;
    if (size < (size_t)width * 4 * height) pixels = realloc(pixels, size = (size_t)width * 4 * height);
    if (tjDecompress2(decoder, bytes, length, pixels, width, width * 4, height, TJPF_BGRX, 0)) return 1;
  }
  tjDestroy(decoder);
  free(pixels);
  free(bytes);
  return 0;
}
