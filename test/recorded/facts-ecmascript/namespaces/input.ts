export namespace Outer.Inner {
  export const arrow = () => helper();
  function hidden() {}
  export class Member {
    run() {
      return hidden();
    }
  }
  namespace Deep {
    export function f() {}
  }
  var local = 1;
}
namespace NotExported {
  export function g() {}
}
import shortcut = Outer.Inner.Member;
