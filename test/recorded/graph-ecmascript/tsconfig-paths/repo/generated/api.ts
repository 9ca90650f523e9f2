export function api(): void {}
