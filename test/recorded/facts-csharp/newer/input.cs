namespace A.B;
using X.Y;
[TestFixture]
public partial class P(int a, Store s) : Base(a), I {
  public Store S => s;
  public int this[int i] => i;
  event Action E { add { x += value; } remove { } }
  int M(int a = 1, out int b, CancellationToken t = default) => o?.A.B(1)?.C[2];
  void N() {
    if (o is not null && p is { X: 1, Y: var z } q && r is (1, _) or > 5 and < 7) { }
    var x = o?.M(); var y = o?[1]; y!.Foo(); foreach (var (k, v) in d) { }
    (a, b) = (b, a); (var c, int e) = f(); 
    var n = new int[] { 1, 2 }; int[] m = { 1 }; Foo[] fs = [1, 2];
    Func<int, int> d1 = delegate (int u) { return u; };
    static int L() => 1;
    x = y ?? throw new E(); z = a with { B = 1 };
    fixed (int* ptr = a) { } 
    #region hi
    #if DEBUG
    dbg();
    #else
    rel();
    #endif
    #endregion
    Func<int> g = delegate { return 1; };
    await foreach (var i in src) { }
    var t = (int)x; t = x as int?; bool b1 = x is int; bool b2 = x is Foo.Bar;
    global::System.Foo(); ref int rr = ref a[0]; var q2 = $@"raw {x}"; var q3 = $"{x,5:N2}";
    switch (x) { case > 5 when y: case Foo f: default: return; }
    int z1 = x switch { Foo { A: 1 } => 1, null => 2, var o1 when o1 > 1 => 3, _ => throw new E() };
    list.Select(u => u.A).ToList(); List<Foo> lf = new(); 
    try { } catch when (x) { }
    x.y.z = 3; a.B<int>().C(); Foo<int>.Bar();
  }
}
