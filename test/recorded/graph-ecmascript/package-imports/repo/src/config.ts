export function config(): void {}
