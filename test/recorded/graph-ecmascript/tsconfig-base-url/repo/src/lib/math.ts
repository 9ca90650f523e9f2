export function add(): void {}
