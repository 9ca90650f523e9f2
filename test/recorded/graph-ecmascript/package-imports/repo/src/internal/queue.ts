export function push(): void {}
