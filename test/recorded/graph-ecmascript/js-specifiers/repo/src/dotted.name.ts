export function dotted(): void {}
