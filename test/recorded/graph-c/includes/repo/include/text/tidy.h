#ifndef TIDY_H
#define TIDY_H
int tidy(char *text);
int twice(char *text);
int nowhere(char *text);
#define WRAP(x) tidy(x)
static inline int length(const char *text) { return strlen(text); }
#endif
