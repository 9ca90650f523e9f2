int strlen(const char *text);
