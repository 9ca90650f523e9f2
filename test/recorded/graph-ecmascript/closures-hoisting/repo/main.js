early();
function early() {
  return late();
}
function late() {
  function inner() {
    return deep();
    function deep() {
      return early();
    }
  }
  const twice = () => inner();
  return [1].map(twice);
}
function deepest() {
  deep();
}
function again() {
  return 1;
}
function again() {
  return 2;
}
again();
class Late {
  make() {
    return new Late();
  }
}
const Named = class Inner {
  copy() {
    return new Inner();
  }
};
new Named().copy();
new Inner();
