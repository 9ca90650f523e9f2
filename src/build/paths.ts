import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout: the folder of package.json. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where everything that is built goes. */
export const DIST = join(ROOT, 'dist');

/** Metafiles of the bundles (what went into each), for the border test and the licence notices. Not shipped. */
export const META = join(DIST, 'meta');
