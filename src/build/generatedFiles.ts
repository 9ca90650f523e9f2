import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { supportMarkdown } from '../engine/language/supportTable.ts';
import { auditReportJsonSchema, configFileJsonSchema, settingsOf } from './jsonSchemas.ts';
import { ROOT } from './paths.ts';

export const CONFIG_SCHEMA_PATH = 'media/schemas/rewheel.schema.json';
export const REPORT_SCHEMA_PATH = 'media/schemas/audit-report.schema.json';

/** A file of the repository that is made, wholly or in part, from src/protocol and the languages' support tables. */
export interface GeneratedFile {
  /** Relative to the root of the checkout. */
  path: string;
  text: string;
}

interface Manifest {
  contributes?: Record<string, unknown>;
}

/** Every generated file as it should be: package.json with all that is kept by hand in it as it is on disk. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  return Promise.all([
    file('package.json', withContributions(manifest)),
    file(CONFIG_SCHEMA_PATH, configFileJsonSchema()),
    file(REPORT_SCHEMA_PATH, auditReportJsonSchema()),
    readme(),
  ]);
}

/** The README with the table of languages between its marks. */
async function readme(): Promise<GeneratedFile> {
  const filepath = join(ROOT, 'README.md');
  const text = await readFile(filepath, 'utf8');
  const made = text.replace(
    /(<!-- languages: [^\n]*-->\n)[^]*?(<!-- languages end -->)/,
    (_all, begin: string, end: string) => `${begin}\n${supportMarkdown()}\n\n${end}`,
  );
  const options = await resolveConfig(filepath);
  return { path: 'README.md', text: await format(made, { ...options, filepath }) };
}

function withContributions(manifest: Manifest): Manifest {
  const generated = {
    configuration: { title: 'Rewheel', properties: settingsOf() },
    jsonValidation: [{ fileMatch: '.rewheel.json', url: `./${CONFIG_SCHEMA_PATH}` }],
  };
  if (manifest.contributes) return { ...manifest, contributes: { ...manifest.contributes, ...generated } };
  // Before the scripts, where the parts of a manifest that VS Code reads end.
  const entries = Object.entries(manifest);
  const at = entries.findIndex(([key]) => key === 'scripts');
  return Object.fromEntries([...entries.slice(0, at), ['contributes', generated], ...entries.slice(at)]);
}

async function file(path: string, value: unknown): Promise<GeneratedFile> {
  const filepath = join(ROOT, path);
  const options = await resolveConfig(filepath);
  return { path, text: await format(JSON.stringify(value, null, 2), { ...options, filepath }) };
}
