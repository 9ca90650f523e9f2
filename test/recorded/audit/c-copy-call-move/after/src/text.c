#include "shop.h"
#include <string.h>

void tidy(char *text, char from, char to) {
  char *at = strchr(text, from);
  while (at != NULL) {
    *at = to;
    at = strchr(at + 1, from);
  }
}
