class R extends Base {
  m() {
    this.x.y();
    super.m();
    super.n.o();
    new Foo().bar().baz;
    new ns.Foo<string>(1).bar;
    foo().bar;
    (await foo()).bar;
    (foo as any).bar!.baz();
    a?.b?.c?.();
    a?.[0].d;
    a[b].e;
    a['f'].g;
    'text'.trim();
    `t${x}`.trim();
    [1].map(f);
    ({}).toString();
    /x/.test(y);
    (1).toFixed();
    f`tag ${z}`;
    a.b`tag`;
    f()().g;
    (cond ? a : b).h;
    (0, a.b)();
    import.meta.url;
    this;
    arguments[0];
    new this.Class();
    typeof a.b;
    void a;
    first || !second!(a);
  }
}
const k = new Foo();
const l = foo();
const n = a.b;
const o = await foo();
const p: Typed = 1 as any;
const q: ns.Typed<string> = undefined;
