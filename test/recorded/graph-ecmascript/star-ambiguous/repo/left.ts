export function same(): void {}
export function onlyLeft(): void {}
