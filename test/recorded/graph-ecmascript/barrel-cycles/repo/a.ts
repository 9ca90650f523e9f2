export * from './b';
export function fromA(): void {}
export { ghost } from './b';
