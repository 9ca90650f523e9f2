import type { Foo } from './lib';
import { type Foo as Foo2, make } from './lib';
import { Foo as Foo3 } from './types';
const a = new Foo();
const b = new Foo2();
const c = new Foo3();
make();
export function typed(one: Foo, two: Foo2, three: Foo3): void {
  one.bar();
  two.bar();
  three.bar();
}
interface Map {
  own: number;
}
export function withMap(): unknown {
  return new Map();
}
export function shape<Foo extends { bar(): void }>(one: Foo, other: Shape2): void {
  one.bar();
  other.area();
}
import type { Shape as Shape2 } from './lib';
