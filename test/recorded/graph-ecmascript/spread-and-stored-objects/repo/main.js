function helper() {}
const api = { run() {} };
api.run = helper;
api.run();
api.extra = function () {};
api.extra();
const twice = { go() {} };
twice.go = function () {};
twice.go();
const frozen = Object.freeze({ run() {} });
frozen.run();
let later;
later = { run() {} };
later.run();
const made = [{ run() {} }];
made[0].run();
export const keyed = { ['run']() {}, 'two words'() {} };
keyed.run();
