'use strict';
const dep = require('./dep');
function a() {}
const b = () => {};
class C {}
exports.a = a;
exports.inline = function () {};
exports.Klass = class {};
exports.value = dep.value;
exports.forwarded = require('./forwarded');
exports.member = require('./member').inner;
exports['quoted'] = a;
module.exports.late = () => {};
module.exports = {
  a,
  renamed: b,
  inline: function () {},
  method() {},
  arrow: () => {},
  attribute: dep.thing,
  sub: require('./sub'),
  Klass: C,
  constant: 1,
  ...require('./spread'),
};
module.exports = dep.everything;
module.exports = function named() {};
module.exports = require('./whole');
function inner() {
  exports.notAtModuleLevel = () => {};
}
