const lib = require('./lib');
const slash = require('./lib/');
const pkg = require('./pkg');
lib.fromIndex();
slash.fromIndex();
pkg.fromMain();
