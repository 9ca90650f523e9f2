import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generatedFiles.ts';
import { ROOT } from './paths.ts';

/*
 * `npm run generate` writes what is made from src/protocol and the languages' support tables: the settings in
 * package.json, the JSON schemas, the README's table.
 * `-- --check` writes nothing and fails when one of them is out of step.
 */
const check = process.argv.includes('--check');

for (const { path, text } of await generatedFiles()) {
  const present = await readFile(join(ROOT, path), 'utf8').catch(() => '');
  if (present === text) continue;
  if (check) {
    console.error(`${path} is out of step with what it is made from: run \`npm run generate\`.`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    await writeFile(join(ROOT, path), text);
    console.log(`${path}: written`);
  }
}
