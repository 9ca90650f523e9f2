export function more(): void {}
