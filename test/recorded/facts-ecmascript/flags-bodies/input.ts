const empty = () => {};
function constant() {
  return 42;
}
function attribute() {
  return this.a.b;
}
function delegates(a, ...b) {
  return target(a, ...b);
}
async function awaits(a) {
  return await target.method(a, 'x');
}
const expression = (a) => target(a);
function notTrivial(a) {
  return target(a + 1);
}
function two(a) {
  first(a);
  second(a);
}
class P {
  constructor(private a: string) {}
}
class Q extends P {
  b;
  constructor(a, b) {
    super(a);
    this.b = b;
  }
}
class R {
  constructor(a) {
    this.a = a.copy();
  }
}
try {
  var attempt = () => notTrivial(1);
} catch {}
function directive() {
  'use strict';
  return undefined;
}
