#include "text/tidy.h"

static int step(char *text) { return text[0]; }

int tidy(char *text) { return step(text) + length(text); }

int hidden(char *text) { return step(text); }

int twice(char *text) { return 1; }
