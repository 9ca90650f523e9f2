/**
 * Adds two numbers.
 * Over two lines.
 *
 * A second paragraph.
 * @param a one
 */
export function add(a: number, b = 2, ...rest: number[]): number {
  return rest.reduce(plus, a + b);
}

async function load(url?: string) {
  return await fetch(url);
}

function* count(): Generator<number> {
  yield 1;
}

export default async function* main() {
  function inner(x) {
    const deep = () => inner(x);
    return deep();
  }
  yield inner(1);
}

if (condition) {
  function maybe() {
    return helper();
  }
}

/* not a doc comment */
function plus(
  a: number, // the first
  b: number,
): number {
  return a + b;
}

declare function ambient(x: string): void;
