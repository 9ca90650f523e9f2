export function run(): void {}
export function stop(): void {}
export const walk = () => run();
export class Engine {
  start(): void {}
}
export default function launch(): void {}
