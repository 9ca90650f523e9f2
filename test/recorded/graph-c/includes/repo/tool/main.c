#include <string.h>
#include "text/tidy.h"

struct job {
  int (*run)(char *);
};

static int local(int x) { return x; }

int main(int argc, char **argv) {
  struct job job = {tidy};
  int (*f)(char *) = local;
  tidy(argv[1]);
  WRAP(argv[1]);
  length(argv[1]);
  twice(argv[1]);
  nowhere(argv[1]);
  hidden(argv[1]);
  step(argv[1]);
  job.run(argv[1]);
  f(argv[1]);
  printf("%d", local(argc));
  return unknown(argc);
}
