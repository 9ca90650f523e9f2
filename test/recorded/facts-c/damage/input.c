int before(int a) { return a + 1; }

int damaged(int a) {
  if (a {
    return 1;
}

int after(int a, int b) {
  return before(a) + b * 2;
}
