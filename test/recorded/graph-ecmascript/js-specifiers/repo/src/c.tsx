export function C() {
  return null;
}
