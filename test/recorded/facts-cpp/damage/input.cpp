class A {
  int ok() { return 1; }
  int broken( { return 2;
  int after(int x) { return x * 2; }
};
int last(int y) { return y + 1; }
