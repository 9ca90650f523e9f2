export function log(): void {}
