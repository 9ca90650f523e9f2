/**
 * Ends a test or a suite (`this` of a hook or test) that cannot run on this machine, and says so loudly. With
 * REWHEEL_TEST_ALL=1 nothing may be skipped: it fails instead.
 */
export function skipLoudly(test: Mocha.Context, reason: string): never {
  if (process.env.REWHEEL_TEST_ALL === '1') throw new Error(`Nothing may be skipped (REWHEEL_TEST_ALL=1): ${reason}`);
  console.warn(`SKIPPED: ${test.test?.fullTitle() ?? 'suite'}: ${reason}`);
  return test.skip();
}
