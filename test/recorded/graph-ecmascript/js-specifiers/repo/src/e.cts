export function e(): void {}
