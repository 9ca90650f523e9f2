export function first(): void {}
export function second(): void {}
export default class Main {
  static make(): void {}
}
