export function before(a) {
  return a;
}
function broken(b {
  return b +;
}
export class After {
  method() {
    return works();
  }
}
const fine = (x) => x;
