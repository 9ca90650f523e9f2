class Store {
  static open() {}
  get(key) {}
}
module.exports = Store;
module.exports.helper = function () {};
