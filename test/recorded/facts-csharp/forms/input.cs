using System;
using static System.Math;
using X = A.B.C;
global using Q.R;
namespace Shop.Core
{
/// <summary>Doc.</summary>
[Ann(X = 1)]
public abstract class A<T> : P, I<T> where T : class
{
    private readonly int x = 1, y;
    public event EventHandler E;
    public string Name { get; set; } = "a";
    public int Q { get { return x; } set { x = value; } }
    public int R => x + 1;
    public int this[int i] { get => i; }
    static A() { }
    public A(int x) : base(x) { this.x = x; }
    ~A() { }
    public override async Task<int> Run<K>(int a, ref string b, params string[] rest)
    {
        int i = 0, j;
        var (m, n) = Pair();
        for (int k = 0; k < 10; k++) { i += k; }
        foreach (var s in rest) Console.WriteLine(s);
        while (a > 1) { break; }
        do { i--; } while (i > 0);
        if (a == 1) return 2; else if (b != null) { } else { }
        switch (a) { case 1: case 2: Foo(); break; case int q when q > 1: break; default: Bar(); break; }
        var r = a switch { 1 => 2, > 3 => 4, _ => 5 };
        try { Open(); } catch (X e) when (e.Y) { throw; } catch { } finally { }
        using (var f = Open()) { }
        using var g = Open();
        lock (this) { }
        Func<int, int> h = p => p + 1;
        Func<int, int, int> h2 = (p, o) => { return p; };
        int Local(int z) => z * 2;
        int[] arr = new int[3]; var arr2 = new[] { 1, 2 }; arr[0] = 1;
        var o = new Foo<int>(1) { Z = 2 };
        var o2 = new Dictionary<string, int> { ["a"] = 1, { "b", 2 } };
        Foo o3 = new(1);
        var t = a > 1 ? "x" : $"y {a + 1:F2}";
        bool w = o is string str && !(str is null);
        long l = (long)a; l >>= 2; l ??= 3;
        var d = o?.Bar?.Baz(1) ?? 'c';
        await Foo(); yield return 1; yield break;
        base.Run(a); this.Y(); A.Z(); var ty = typeof(int); nameof(a);
        Call(out var oo, name: 1, in x);
        var st = o as string; i++; var vs = @"raw\n" + """x""";
        var anon = new { A = 1, b };
        var q = from u in list where u.A select u.B;
        throw new Z("a", e);
        goto end; end: ;
        unsafe { } checked { }
        var rr = arr[1..^2];
        Generic<int>(2);
        x.M<int>(3);
        return null;
    }
    public abstract void Abs();
    void I.Explicit() { }
    public static A operator +(A a, A b) => a;
    public static implicit operator int(A a) { return 1; }
    enum En { A1 = 1, B1 }
    delegate int Del(int a);
}
record Point(int X, int Y) { public int Sum() => X + Y; }
record struct RS(int Z);
struct S { public void M() {} }
interface II { void M(); int P { get; } void D() { M(); } }
static class Ext { public static int Len(this string s) => s.Length; }
}
