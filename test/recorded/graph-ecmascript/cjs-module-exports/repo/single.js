module.exports = function single() {};
