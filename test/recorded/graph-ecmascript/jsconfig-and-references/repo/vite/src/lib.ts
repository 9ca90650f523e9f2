export function lib(): void {}
