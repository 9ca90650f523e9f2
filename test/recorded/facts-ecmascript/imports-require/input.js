const m = require('m');
const { a, b: c, d = 1, e: { f }, ...rest } = require('./pattern');
var member = require('pkg').member;
let called = require('factory')();
require('side-effect');
const template = require(`template`);
const dynamic = require(name);
function later() {
  const inner = require('./inner');
  return inner.run(m, a, c, member);
}
