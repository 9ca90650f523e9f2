export function lib() {}
