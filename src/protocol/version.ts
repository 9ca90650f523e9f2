/** Replaced by the bundler with the version in package.json. */
declare const __REWHEEL_VERSION__: string | undefined;

/** The version of Rewheel that runs; `0.0.0-dev` when the sources run unbundled. */
export const VERSION: string = typeof __REWHEEL_VERSION__ === 'string' ? __REWHEEL_VERSION__ : '0.0.0-dev';
