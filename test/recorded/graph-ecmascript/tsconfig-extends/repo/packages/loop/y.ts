export function y(): void {}
