export function core(): void {}
