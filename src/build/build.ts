import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context, formatMessages } from 'esbuild';
import type { BuildFailure, BuildResult, Metafile, Plugin } from 'esbuild';
import { copyBesideBundles, copyGrammars } from './assets.ts';
import { allBundles, esbuildOptions, hasEntry } from './bundles.ts';
import type { Bundle } from './bundles.ts';
import { writeNotices } from './notices.ts';
import { DIST, META, ROOT } from './paths.ts';

/*
 * `npm run build [-- --production]` bundles everything into dist/; `--watch` keeps doing it. The lines
 * `[watch] build started` and `[watch] build finished` begin and end a round for the editor's problem matcher.
 */
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

async function main(): Promise<void> {
  await mkdir(META, { recursive: true });
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const bundles: Bundle[] = [];
  for (const bundle of allBundles()) {
    if (hasEntry(bundle)) bundles.push(bundle);
    else {
      console.log(`dist/${bundle.output}: left out, ${bundle.entry} does not exist`);
      await removeOutput(bundle);
    }
  }
  const grammars = await copyGrammars();
  await copyBesideBundles();
  if (watch) return watchAll(bundles, version);
  const results = await Promise.all(
    bundles.map(async (bundle) => {
      const result = await build(esbuildOptions(bundle, production, version));
      await finish(bundle, result);
      return result;
    }),
  );
  await writeNotices(results.map((result) => result.metafile as Metafile));
  console.log(`dist/grammars: ${grammars.join(', ')}`);
}

async function watchAll(bundles: Bundle[], version: string): Promise<void> {
  for (const bundle of bundles) {
    const options = esbuildOptions(bundle, production, version);
    const watched = await context({ ...options, plugins: [...(options.plugins ?? []), reportRounds(bundle)] });
    await watched.watch();
  }
}

function reportRounds(bundle: Bundle): Plugin {
  return {
    name: 'report-rounds',
    setup(build) {
      build.onStart(() => console.log('[watch] build started'));
      build.onEnd(async (result) => {
        await printMessages(result);
        if (result.errors.length === 0) await finish(bundle, result);
        console.log('[watch] build finished');
      });
    },
  };
}

/** Writes the metafile, sets the mode and prints size and warnings of a bundle that was built. */
async function finish(bundle: Bundle, result: BuildResult): Promise<void> {
  const metafile = result.metafile as Metafile;
  await writeFile(join(META, `${bundle.name}.json`), JSON.stringify(metafile));
  if (bundle.executable) await chmod(join(DIST, bundle.output), 0o755);
  if (!watch) await printMessages({ errors: [], warnings: result.warnings });
  const bytes = metafile.outputs[`dist/${bundle.output}`]?.bytes ?? 0;
  console.log(`dist/${bundle.output}: ${Math.ceil(bytes / 1024)} KiB`);
}

async function removeOutput(bundle: Bundle): Promise<void> {
  const stale = [join(DIST, bundle.output), join(DIST, `${bundle.output}.map`), join(META, `${bundle.name}.json`)];
  await Promise.all(stale.map((path) => rm(path, { force: true })));
}

async function printMessages(result: Pick<BuildResult, 'errors' | 'warnings'>): Promise<void> {
  const color = process.stderr.isTTY && !watch;
  for (const kind of ['error', 'warning'] as const) {
    const messages = kind === 'error' ? result.errors : result.warnings;
    for (const text of await formatMessages(messages, { kind, color })) process.stderr.write(text);
  }
}

try {
  await main();
} catch (error) {
  if ((error as Partial<BuildFailure>).errors) await printMessages(error as BuildFailure);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
