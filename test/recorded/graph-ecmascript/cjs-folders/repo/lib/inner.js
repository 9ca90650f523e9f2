require('.').fromIndex();
require('..').nothing();
require('../../outside').nothing();
