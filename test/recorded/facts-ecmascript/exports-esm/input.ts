export const one = 1,
  two = () => 2;
export let { a, b: renamed, ...others } = source;
export function f() {}
export class K {}
export interface I {}
export type T = string;
export enum E {
  X,
}
export namespace N {
  export function inside() {}
}
function local() {}
class Default {}
const value = lib.member;
export { local, local as alias, value as 'string name', type T as U };
export { Default as default };
export { x, y as z } from './other';
export * from './all';
export * as ns from './ns';
export type { V } from './types';
export { default } from './default';
export { default as W } from './w';
