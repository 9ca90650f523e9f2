exports.part = function () {};
