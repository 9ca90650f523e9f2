export function same(): void {}
