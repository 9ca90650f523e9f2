import Thing = require('./lib');
import DefaultThing from './lib';
new Thing().go();
new DefaultThing().go();
