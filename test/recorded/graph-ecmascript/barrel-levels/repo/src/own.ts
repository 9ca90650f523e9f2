export const own = function (): void {};
