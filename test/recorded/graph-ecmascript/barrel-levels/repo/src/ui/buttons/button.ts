export function button(): void {}
export default function unseen(): void {}
