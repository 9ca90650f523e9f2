exports.fromMain = function () {};
