#include "shop.h"
#include <stdio.h>

#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))

struct item {
  int price;
  struct item *next;
};

typedef struct {
  int x, y;
} point_t;

enum color { RED, GREEN = 2 };

static int count = 0;
int declared(int a, const char *text);

/**
 * Adds up.
 *
 * More of it.
 */
EXPORT int total(const struct item *first, int rate) {
  int sum = 0;
  for (const struct item *at = first; at; at = at->next) {
    if (at->price > LIMIT && rate) sum += at->price * rate;
    else continue;
  }
  return sum / 100;
}

static int own(void) { return count; }

static inline int both(int a, int b) { return MAX(a, b) + declared(a, "x" "y"); }

// Keeps a pointer to a function.
char *forms(char *text, int (*visit)(int), ...) {
  int i, n = 3, list[4] = {1, 2, 3}, *p = &n;
  struct item one = {.price = 1, .next = NULL};
  point_t *made = (point_t *)malloc(sizeof(*made));
  do {
    n -= 1;
  } while (n > 0);
  while (i < 3) i++;
  for (i = 0; i < 3; ++i) own();
  switch (n) {
    case 1:
    case RED:
      n = 3;
      break;
    default:
      goto done;
  }
  visit(n), (*visit)(list[0]);
  n = n ? 'c' : 0x10, i = ~n;
  one.price = total(&one, *p);
done:
  free(made);
  return text;
}

int (*chooser(int kind))(int) { return kind ? own_pointer : 0; }

int later(void) { abort(); }
