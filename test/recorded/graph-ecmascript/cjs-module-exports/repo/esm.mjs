import single from './single.js';
import { alpha } from './table.js';
import table from './table.js';
import * as ns from './table.js';
single();
alpha();
table.alpha();
ns.gamma();
