export * from './a';
export function fromC(): void {}
