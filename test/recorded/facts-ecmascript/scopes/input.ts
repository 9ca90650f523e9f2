let shadow = 1;
var hoisted = 1;
function outer(shadow, { a, b: [c] } = defaults(shadow)) {
  use(hoistedLocal, shadow, a, c);
  if (a) {
    var hoistedLocal = 1;
    let shadow = 2;
    const inner = () => shadow;
    function block() {}
    use(inner, block);
  }
  for (let i = 0, n = 1; i < n; i++) {
    closures.push(() => i);
  }
  for (const [key, value] of pairs) use(key, value);
  for (var k in object) use(k);
  for (existing of list) {
  }
  try {
    risky();
  } catch ({ message, code: number }) {
    use(message, number);
  }
  try {
  } catch {
    let none;
  }
  switch (a) {
    case 1:
      let inCase = 2;
      break;
    default:
      use(inCase);
  }
  class Local {}
  hoisted = () => 1;
  [shadow, outer.x, ...rest] = pair;
  ({ p: shadow, q = 3 } = pair);
  shadow += 1;
  shadow++;
  delete outer.x;
  label: for (;;) break label;
  return Local;
}
const self = function me() {
  return me;
};
enum Color {
  Red = 1,
  Dark = Red,
}
implicit = 1;
