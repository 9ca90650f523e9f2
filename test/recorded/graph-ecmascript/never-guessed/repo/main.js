import { Tool, table } from './lib';
export function one(tool, key) {
  tool.run();
  table[key]();
  key();
  getTool().run();
  (key ? table : tool).run();
  const { run } = table;
  run();
  const [first] = [table];
  first.run();
  window.run();
}
run();
constructor();
__proto__();
toString();
table.constructor();
table.__proto__.run();
import { hasOwnProperty as has } from './lib';
has();
