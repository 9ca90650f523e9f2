export * from './left';
export * from './right';
export function same(): void {}
