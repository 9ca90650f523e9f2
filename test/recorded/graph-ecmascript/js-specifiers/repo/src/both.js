export function both() {}
