function alpha() {}
const beta = () => alpha();
module.exports = { alpha, renamed: beta, gamma() {}, delta: function () {} };
