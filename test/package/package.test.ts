import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { builtinModules } from 'node:module';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { allBundles } from '../../src/build/bundles.ts';
import { packageFolders } from '../../src/build/notices.ts';
import { ruleSchema } from '../../src/protocol/report.ts';
import { readVsix, unpackExtension } from '../support/vsix.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTENTS = join(ROOT, 'test/package/contents.txt');
const run = promisify(execFile);

interface Manifest {
  version: string;
  main: string;
  icon: string;
  engines: Record<string, string>;
  contributes: { commands: { command: string }[]; jsonValidation: { url: string }[] };
  dependencies?: Record<string, string>;
}

describe('the VSIX', function () {
  this.timeout(600_000);
  const vsix = join(ROOT, 'dist/rewheel.vsix');
  let files: Map<string, Buffer>;
  let manifest: Manifest;
  let metafiles: Map<string, Metafile>;

  before(async () => {
    const tsx = ['--import', 'tsx'];
    await run(process.execPath, [...tsx, 'src/build/build.ts', '--production'], { cwd: ROOT });
    await run(process.execPath, [...tsx, 'src/build/package.ts'], { cwd: ROOT });
    files = await readVsix(vsix);
    manifest = JSON.parse(text('package.json')) as Manifest;
    metafiles = new Map();
    for (const name of await readdir(join(ROOT, 'dist/meta'))) {
      metafiles.set(name, JSON.parse(await readFile(join(ROOT, 'dist/meta', name), 'utf8')) as Metafile);
    }
  });

  /** Text of a file of the extension. */
  function text(path: string): string {
    const bytes = files.get(`extension/${path}`);
    assert.ok(bytes, `${path} is not in the VSIX`);
    return bytes.toString('utf8');
  }

  it('holds what test/package/contents.txt lists (REWHEEL_UPDATE=1 writes the list)', async () => {
    const present = `${[...files.keys()].sort().join('\n')}\n`;
    if (process.env.REWHEEL_UPDATE === '1') await writeFile(CONTENTS, present);
    assert.equal(present, (await readFile(CONTENTS, 'utf8')).replaceAll('\r\n', '\n'));
  });

  it('is 10 MB or less', async () => {
    const { size } = await stat(vsix);
    assert.ok(size <= 10_000_000, `${size} bytes`);
  });

  it('holds no native module, source map or source', () => {
    const wrong = [...files.keys()].filter((path) => /\.(node|map|ts|so|dylib|dll|exe)$/.test(path));
    assert.deepEqual(wrong, []);
    // What is native by its first bytes, whatever its name: ELF, Mach-O, PE.
    const native = [...files].filter(([, bytes]) =>
      /^(7f454c46|cffaedfe|cafebabe|4d5a)/.test(bytes.toString('hex', 0, 4)),
    );
    assert.deepEqual(
      native.map(([path]) => path),
      [],
    );
  });

  it('is for the oldest VS Code and Node that are supported, and installs no packages', () => {
    assert.equal(manifest.engines.vscode, '^1.99.0');
    assert.equal(manifest.engines.node, '>=20.18.0');
    assert.equal(manifest.dependencies, undefined);
  });

  it('holds every file that the manifest names', () => {
    for (const path of [manifest.main, manifest.icon, ...manifest.contributes.jsonValidation.map(({ url }) => url)]) {
      text(path.replace(/^\.\//, ''));
    }
    for (const rule of ruleSchema.options) assert.match(text(`media/rules/${rule}.md`), /\S/);
  });

  it('has a text for every key of the manifest, and no other', () => {
    const used = new Set([...text('package.json').matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]));
    assert.deepEqual(Object.keys(JSON.parse(text('package.nls.json')) as object).sort(), [...used].sort());
  });

  it('contributes the commands of src/extension/commands/table.ts, below thirty', async () => {
    const table = await readFile(join(ROOT, 'src/extension/commands/table.ts'), 'utf8');
    const registered = [...table.matchAll(/^ {2}'(rewheel\.\w+)':/gm)].map((match) => match[1]);
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.ok(registered.length > 0);
    assert.deepEqual([...contributed].sort(), [...registered].sort());
    assert.ok(contributed.length < 30);
  });

  it('has bundles that need nothing but Node, and vscode in the extension', () => {
    for (const { name, output, platform } of allBundles()) {
      const outputs = metafiles.get(`${name}.json`)?.outputs[`dist/${output}`];
      assert.ok(outputs, `${output} was not built`);
      const external = outputs.imports.filter((each) => each.external).map(({ path }) => path.replace(/^node:/, ''));
      const allowed = [...(platform === 'node' ? builtinModules : []), ...(name === 'extension' ? ['vscode'] : [])];
      assert.deepEqual(
        external.filter((path) => !allowed.includes(path)),
        [],
        output,
      );
    }
  });

  it('names every package that went into the bundles, with its licence', async () => {
    const notices = text('dist/THIRD-PARTY-NOTICES.txt');
    const folders = packageFolders([...metafiles.values()]);
    assert.ok(folders.includes('node_modules/zod'));
    for (const folder of folders) {
      const { name, version } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest & {
        name: string;
      };
      assert.ok(notices.includes(`\n${name} ${version} (`), `${name} ${version} is not in the notices`);
    }
  });

  it('runs from where it is unpacked: the command line tells the version of the manifest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rewheel-vsix-'));
    try {
      await unpackExtension(files, folder);
      const { stdout } = await run(process.execPath, [join(folder, 'dist/cli.cjs'), '--version'], { cwd: folder });
      assert.equal(stdout.trim(), manifest.version);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
