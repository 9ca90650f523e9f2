class C(B):
    def m(self, other):
        self.x.y()
        super().m(other)
        super(C, self).n()
        Foo().bar()
        (await Foo()).baz
        (Foo)().qux
        f()()
        f()[0].name
        "".join(other)
        f"{self.x}".upper()
        "a" "b".lower()
        [1].append(2)
        {}.get(1)
        (1).real
        [z for z in other].sort()
        self.x += self.y
        self.x.z = other.w
        total += 1
        getattr(other, "reflected")()
        print(*other.items(), **other.named(), key=other.key)
        a.b.c(d.e)[f.g](h)
        (yield).value
        (a or b).either
        x = y if z else w
        return (
            self.chain()
            .over()
            .lines
        )
