export * from './c';
export function fromB(): void {}
export { ghost } from './a';
