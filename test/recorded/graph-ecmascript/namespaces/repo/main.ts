namespace Tools {
  export function cut(): void {}
  export namespace Inner {
    export function deep(): void {}
  }
  function hidden(): void {}
  export function again(): void {
    cut();
  }
}
Tools.cut();
Tools.Inner.deep();
enum Color {
  Red,
}
Color.Red;
import Alias = Tools.Inner;
Alias.deep();
