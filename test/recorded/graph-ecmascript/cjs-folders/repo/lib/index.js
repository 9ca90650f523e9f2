exports.fromIndex = function () {};
