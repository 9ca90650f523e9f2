#define LIMIT 10
static const int MAX = 4;
int lim(int *xs, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    if (xs[i] > LIMIT && xs[i] % 3 == 1) total += xs[i] * 4 - n;
  }
  return total;
}
int mx(int *xs, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    if (xs[i] < MAX && xs[i] % 5 == 2) total += xs[i] * 9 - n;
  }
  return total;
}
