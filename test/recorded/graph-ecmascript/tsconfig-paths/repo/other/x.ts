export function right(): void {}
