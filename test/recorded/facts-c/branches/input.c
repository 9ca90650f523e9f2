#ifndef GUARD_H
#define GUARD_H
#ifdef __cplusplus
extern "C" {
#endif

#if 0
int dead(void) { return 1; }
#endif

#ifdef _WIN32
int where(void) { return 1; }
#else
int where(void) { return 2; }
#endif

int broken(int a) {
#ifdef FAST
  if (a > 1) {
#else
  if (a > 2) {
#endif
    a = a * 2;
  }
  return use(a,
#ifdef FAST
             1,
#else
             2,
#endif
             3);
}

int inside(int a) {
#if defined(A) && B > 1
  a++;
#elif C
  a--;
#else
  a = 0;
#endif
  SKIP_BLANKS
  return a;
}

int CALL after(void *data UNUSED) { return inside(3); }

#ifdef __cplusplus
}
#endif
#endif
