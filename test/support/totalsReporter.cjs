const { writeFileSync } = require('node:fs');
const Spec = require('mocha/lib/reporters/spec.js');

/** The spec reporter that also leaves its totals, as JSON, in the file that REWHEEL_TEST_TOTALS names. */
module.exports = class TotalsReporter extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const skippedTitles = [];
    runner.on('pending', (test) => skippedTitles.push(test.fullTitle()));
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const totals = { passed: passes, failed: failures, skipped: pending, skippedTitles };
      writeFileSync(process.env.REWHEEL_TEST_TOTALS, JSON.stringify(totals));
    });
  }
};
