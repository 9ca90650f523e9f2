export function original(): void {}
export const copy = original;
export class Tool {
  static cut(): void {}
  use(): void {}
}
