export function x(): void {}
