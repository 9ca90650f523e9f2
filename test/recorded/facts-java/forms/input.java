package a.b;
import java.util.*;
import static a.C.foo;
import x.Y;
/** Doc. */
@Ann(x = 1)
public abstract class A<T extends B> extends P implements I, J<T> {
  private final int x = 1, y;
  static { z(); }
  public A(int x) { super(x); this.x = x; }
  @Override public <K> int run(final int a, String... rest) throws E {
    int i = 0, j;
    for (int k = 0; k < 10; k++) { i += k; }
    for (String s : rest) System.out.println(s);
    while (a > 1) { break; }
    do { i--; } while (i > 0);
    lab: for (;;) { continue lab; }
    if (a == 1) return 2; else if (b) { } 
    switch (a) { case 1: case 2: foo(); break; default: bar(); }
    int r = switch (a) { case 1, 2 -> 3; default -> { yield 4; } };
    try (var q = open(); r2) { } catch (X | Y e) { throw new Z("a", e); } finally { }
    synchronized (this) { }
    Runnable f = () -> { };
    Function<Integer,Integer> g = (p) -> p + 1, h = A::new, m = this::run;
    int[] arr = new int[3]; int[] arr2 = {1, 2}; arr[0] = 1;
    Object o = new Foo<>(1) { void q() {} };
    String t = a > 1 ? "x" : 'c' + "y";
    boolean w = o instanceof String str && !str.isEmpty();
    long l = (long) a; l >>>= 2;
    assert a > 1 : "m";
    super.run(a); int.class.x(); A.this.y();
    var text = """
      hi
      """;
    class Local { }
    return null;
  }
  abstract void abs();
  enum En { A1(1) { void z() {} }, B1; int v; En(int v) { this.v = v; } }
  record R(int a, String b) { R { a = 1; } static void s() {} }
  interface II { int X = 1; void m(); default void d() { m(); } }
  @interface AA { int v() default 1; }
}
