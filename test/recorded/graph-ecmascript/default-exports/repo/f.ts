export default wrap(() => 1);
function wrap<T>(x: T): T {
  return x;
}
