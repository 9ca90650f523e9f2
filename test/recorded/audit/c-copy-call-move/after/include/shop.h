#ifndef SHOP_H
#define SHOP_H
int total(const int *prices, int count, int rate);
void tidy(char *text, char from, char to);
#endif
