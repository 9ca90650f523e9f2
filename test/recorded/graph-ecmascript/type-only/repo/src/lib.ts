export class Foo {
  bar(): void {}
}
export interface Shape {
  area(): number;
}
export function make(): Foo {
  return new Foo();
}
