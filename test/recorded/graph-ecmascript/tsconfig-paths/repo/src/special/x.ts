export function wrong(): void {}
