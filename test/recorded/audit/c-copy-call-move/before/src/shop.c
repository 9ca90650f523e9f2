#include "shop.h"
#include <string.h>

/* Adds up what is in a cart. */
int total(const int *prices, int count, int rate) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    if (prices[i] > 0) {
      sum += prices[i] * rate;
    }
  }
  return sum / 100;
}

void tidy(char *text, char from, char to) {
  char *at = strchr(text, from);
  while (at != NULL) {
    *at = to;
    at = strchr(at + 1, from);
  }
}

int rate_of(struct shop *shop) { return shop->rate; }
