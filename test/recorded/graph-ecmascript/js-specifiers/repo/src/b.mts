export function b(): void {}
