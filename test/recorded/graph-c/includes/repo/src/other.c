static int step(char *text) { return 2; }

int twice(char *text) { return step(text); }
