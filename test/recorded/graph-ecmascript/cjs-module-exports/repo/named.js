function named() {}
module.exports = named;
