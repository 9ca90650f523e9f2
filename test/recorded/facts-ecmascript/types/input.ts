type Alias<T extends Bound = Default> = T | Other<T>[];
type Cond<T> = T extends (infer U)[] ? U : T extends (x: infer V) => any ? V : never;
type Mapped<T> = { readonly [K in keyof T as `x${K & string}`]?: T[K] };
type Fn = <A>(a: A, ...rest: B[]) => a is A;
type Ctor = new (x: C) => D;
type Query = typeof value.member;
type Nested = ns.inner.Type<Arg>;
type Tuple = [a: E, b?: F, ...c: G[]];
interface Generic<out T, in U = unknown> extends One<T>, ns.Two {
  method<M>(this: Self, m: M): T;
  property: U;
  get accessor(): T;
  (call: T): U;
  new (construct: T): U;
  [index: string]: any;
  [Symbol.iterator](): Iterator<T>;
}
function assertIt(x: unknown): asserts x is Target {}
const annotated: Map<string, bigint> = new Map<string, Thing>();
let big: bigint;
let cast = <Old>value;
let both = value as First satisfies Second;
class Implements implements Iface, ns.Iface<T> {}
