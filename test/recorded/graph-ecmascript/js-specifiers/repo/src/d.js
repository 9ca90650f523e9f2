export function d() {}
