exports.cut = function (text) {
  return text;
};
exports.glue = (a, b) => a + b;
function hidden() {}
module.exports.shown = hidden;
exports.cut('x');
