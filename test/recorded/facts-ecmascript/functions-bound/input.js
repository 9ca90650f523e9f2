const arrow = (x) => x + one;
let later;
later = function () {
  return later;
};
const a = 1,
  second = async () => {
    await a;
  };
var named = function own(n) {
  return own(n - 1);
};
const wrapped = memo(() => arrow(1));
const wrappedNamed = memo(function Inner() {
  return arrow(2);
});
const cast = (() => arrow(3));
Widget.prototype.render = function (to) {
  return this.draw(to);
};
Widget.create = () => new Widget();
a.b.c = function () {};
a['d'] = function () {};
const both = (exports.both = () => arrow(4));
function Outer() {
  this.method = function () {
    return this;
  };
  const self = this;
  self.other = () => 1;
}
f = () => {};
const conditional = a ? () => 1 : () => 2;
const fallback = a || function () {};
get('x', function handler(req) {
  return req;
});
(function () {
  function insideIife() {}
})();
