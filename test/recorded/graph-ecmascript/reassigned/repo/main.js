function helper() {}
function wrap(f) {
  return f;
}
function wrapped() {}
wrapped = wrap(wrapped);
wrapped();
let chosen = helper;
if (process.argv.length > 2) chosen = wrap;
chosen();
let once = helper;
once();
const made = wrap(helper);
made();
let handler = () => 1;
handler = () => 2;
handler();
let counter = 0;
counter += 1;
counter.toFixed();
function resetHelper() {
  once2 = null;
}
let once2 = helper;
once2();
