export function twin() {}
