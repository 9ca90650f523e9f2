import { createVSIX } from '@vscode/vsce';
import { join } from 'node:path';
import { DIST, ROOT } from './paths.ts';

/* `npm run package` makes dist/rewheel.vsix of the production bundles, which it builds first. */
await createVSIX({
  cwd: ROOT,
  packagePath: join(DIST, 'rewheel.vsix'),
  // Everything is bundled.
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
