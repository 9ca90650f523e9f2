export function run(): void {}
export function stop(): void {}
