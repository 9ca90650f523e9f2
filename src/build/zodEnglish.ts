import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Bundles zod with its English messages only. Its namespace object names all fifty languages, so that none of them can
 * be shaken off: 360 kB in each bundle, which the extension host would load before it is active.
 */
export const zodEnglish: Plugin = {
  name: 'zod-english',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};
