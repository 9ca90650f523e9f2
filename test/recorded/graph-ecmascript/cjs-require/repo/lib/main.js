const tools = require('./tools');
const { cut, glue: join } = require('./tools');
const shown = require('./tools').shown;
tools.cut('a');
cut('a');
join('a', 'b');
shown();
tools.hidden();
require('./tools').glue(1, 2);
const name = './tools';
const unknown = require(name);
unknown.cut();
function later() {
  const inner = require('./tools');
  return inner.shown();
}
