export function run() {}
export class Tool {
  run() {}
}
export const table = { run() {} };
