export function local(): void {}
