export function old(): void {}
