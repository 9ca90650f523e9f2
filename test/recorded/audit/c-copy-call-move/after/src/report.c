#include "shop.h"

int price_of(struct shop *item);

int rate_for(struct shop *item) { return item->rate; }

int lines(const int *prices, int count) {
  int all = total(prices, count, 90);
  return all + count;
}

static int sum_of(const int *values, int length, int share) {
  int all = 0;
  for (int at = 0; at < length; at++) {
    if (values[at] > 0) {
      all += values[at] * share;
    }
  }
  return all / 100;
}
