#ifndef SHOP_H
#define SHOP_H
int total(const int *prices, int count, int rate);
#endif
