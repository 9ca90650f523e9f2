export function a(): void {}
