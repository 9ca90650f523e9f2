export function both(): void {}
