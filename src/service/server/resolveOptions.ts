import { basename, join } from 'node:path';
import { findNodeAtLocation, parse, parseTree, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import picomatch from 'picomatch';
import { ParallelFamilies } from '../../engine/findings/filters/parallel.ts';
import type { AuditRequest } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { auditOptionsSchema, configFileSchema, type AuditOptions, type ConfigFile } from '../../protocol/options.ts';
import { levelSchema, ruleSchema } from '../../protocol/report.ts';
import { functionFilter } from '../../platform/files/functionFilter.ts';
import { readTextFile } from './readTextFile.ts';

const CONFIG_FILE = '.rewheel.json';

export interface ProjectSettings {
  options: AuditOptions;
  parallel: ParallelFamilies;
}

/**
 * The complete options of an audit: what was said for it, else what `.rewheel.json` says, else the user's settings, else
 * the default; and what the settings file alone can say.
 * @throws RewheelError `bad-config` that names the file, the place and the fault
 */
export async function projectSettings(request: AuditRequest): Promise<ProjectSettings> {
  const path = request.configFile ?? join(request.root, CONFIG_FILE);
  const text = await readTextFile(path, request.configFile !== null, 'bad-config', 'The settings file');
  const { $schema: _, parallel = [], ...file }: ConfigFile = text === null ? {} : parseConfig(text, path);
  const lines = text === null ? [] : parallel.map((_entry, index) => lineOf(text, ['parallel', index]));
  return {
    options: auditOptionsSchema.parse({ ...stated(request.settings), ...file, ...stated(request.options) }),
    parallel: new ParallelFamilies(
      basename(path),
      parallel.map(({ members, reason }, index) => ({
        members,
        reason,
        line: lines[index]!,
        covers: functionFilter(members),
      })),
    ),
  };
}

/** Line of a value of the settings file. */
function lineOf(text: string, path: (string | number)[]): number {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const node = tree && findNodeAtLocation(tree, path);
  return text.slice(0, node?.offset ?? 0).split('\n').length;
}

function stated(options: Partial<AuditOptions>): Partial<AuditOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Parses the text of a settings file: JSON with comments and trailing commas. */
function parseConfig(text: string, path: string): ConfigFile {
  const errors: ParseError[] = [];
  const value = parseJsonc(text, errors, path);
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    const fault = printParseErrorCode(first.error);
    throw new RewheelError(
      'bad-config',
      `${path}:${line} is no valid JSON: ${fault}. Mend it there, or remove the file.`,
    );
  }
  const checked = configFileSchema.safeParse(value);
  const said = checked.success
    ? globFaults(checked.data)
    : checked.error.issues.map((issue) => {
        const where = issue.path.length > 0 ? `"${issue.path.join('.')}": ` : '';
        return `${where}${issue.message}${choices(issue.path)}`;
      });
  const faults = [...lostKeys(text), ...said];
  if (checked.success && faults.length === 0) return checked.data;
  throw new RewheelError('bad-config', `${path} cannot be used: ${faults.join('; ')}. Mend or remove what is named.`);
}

/** Keys that an object cannot hold, so that they are gone when the text is read. */
function lostKeys(text: string): string[] {
  const faults: string[] = [];
  visit(text, {
    onObjectProperty: (name, _offset, _length, _line, _character, pathOf) => {
      if (name !== '__proto__') return;
      const path = pathOf();
      faults.push(
        `"${[...path, ...(path.at(-1) === name ? [] : [name])].join('.')}": Unrecognized key${choices(path)}`,
      );
    },
  });
  return faults;
}

/** Globs whose brackets do not close: they would match nothing, and nobody would know. */
function globFaults({ include = [], exclude = [], parallel = [] }: ConfigFile): string[] {
  const faultsOf = (globs: readonly string[], where: string): string[] =>
    globs.flatMap((glob, i) => {
      try {
        picomatch.makeRe(glob, { strictBrackets: true });
        return [];
      } catch (error) {
        return [`"${where}.${i}": ${JSON.stringify(glob)} is no glob: ${(error as Error).message}`];
      }
    });
  return [
    ...faultsOf(include, 'include'),
    ...faultsOf(exclude, 'exclude'),
    ...parallel.flatMap(({ members }, i) => faultsOf(members, `parallel.${i}.members`)),
  ];
}

const PARALLEL_FORM =
  ' (an entry is {"members": ["src/drivers/**", "src/api.ts#open"], "reason": "why they may repeat each other"})';

/** What may stand at a place of the settings file, where the schema's own message does not tell. */
function choices([key, rule]: PropertyKey[]): string {
  if (key === undefined) return ` (settings are ${Object.keys(configFileSchema.shape).join(', ')})`;
  if (key === 'parallel') return PARALLEL_FORM;
  if (key !== 'levels') return '';
  return rule === undefined
    ? ` (rules are ${ruleSchema.options.join(', ')})`
    : ` (a level is ${levelSchema.options.join(', ')} or 0)`;
}

/** The parser calls itself for every bracket, so brackets without end exhaust the stack. */
function parseJsonc(text: string, errors: ParseError[], path: string): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (error) {
    throw new RewheelError('bad-config', `${path} cannot be read: its brackets are nested too deep.`, { cause: error });
  }
}
