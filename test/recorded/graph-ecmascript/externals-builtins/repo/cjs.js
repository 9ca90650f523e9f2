const { readFileSync } = require('fs');
const path = require('node:path');
const os = require('os');
readFileSync('a');
path.join('a');
os.cpus().length;
process.exit(0);
