export function over(a: string): string;
export function over(a: number): number;
export function over(a: unknown): unknown {
  return a;
}
over('a');
class Multi {
  go(a: string): void;
  go(a: number): void;
  go(a: unknown): void {
    this.go('x');
  }
}
abstract class Abstract {
  abstract todo(): void;
  run(): void {
    this.todo();
  }
}
