// rewheel-ignore[reimplements-logic]: kept apart on purpose
class A {
    void F( { return; }
    int G(int a) { return a }
    int H(int[] all) { int sum = 0; foreach (var one in all) { sum += one; } return sum; }
    int I() { return (1 + ; }
}
<<<<<<< HEAD
class B { public int J(int x) => x * 2; }
