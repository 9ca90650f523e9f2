export function impl() {}
