class A extends lib.Base {
  static x = 1;
  static get y() {
    return A.x;
  }
  static async m() {}
  get = 1;
  async = () => {};
  'str' = function () {};
  [key] = () => {};
  #p;
  has(o) {
    return #p in o;
  }
  constructor() {
    super(1);
    this.cache = new Map();
    this.bound = () => this.has();
  }
}
class B extends mixin(A) {}
var C = class {
  m() {}
};
function Old() {}
Old.prototype = {
  method: function () {},
};
util.inherits(Old, A);
