export function shared(): void {}
