export function trim(): void {}
