// rewheel-ignore[reimplements-logic]: kept for speed
export function a() {}
/* rewheel-ignore[wraps-target, duplicates-self]: a public name */
export function b() {} // rewheel-ignore
/**
 * rewheel-ignore: documented
 */
export function c() {
  return 'rewheel-ignore[x]: in a string is none';
}
