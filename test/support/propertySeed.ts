import * as fc from 'fast-check';

/*
 * Loaded before every suite: properties are tried on the same values each time, so that a run of the tests says the same
 * everywhere. REWHEEL_SEED tries others; a seed that fails brings its case.
 */
fc.configureGlobal({ seed: Number(process.env.REWHEEL_SEED ?? 20261130) });
