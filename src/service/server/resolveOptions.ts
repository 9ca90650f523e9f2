import { join } from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { AuditRequest } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { auditOptionsSchema, configFileSchema, type AuditOptions, type ConfigFile } from '../../protocol/options.ts';
import { levelSchema, ruleSchema } from '../../protocol/report.ts';
import { readTextFile } from './readTextFile.ts';

const CONFIG_FILE = '.rewheel.json';

/**
 * The complete options of an audit: what was said for it, else what `.rewheel.json` says, else the user's settings, else
 * the default.
 * @throws RewheelError `bad-config` that names the file, the place and the fault
 */
export async function resolveOptions(request: AuditRequest): Promise<AuditOptions> {
  const path = request.configFile ?? join(request.root, CONFIG_FILE);
  const text = await readTextFile(path, request.configFile !== null, 'bad-config', 'The settings file');
  const { $schema: _, ...file }: ConfigFile = text === null ? {} : parseConfig(text, path);
  return auditOptionsSchema.parse({ ...stated(request.settings), ...file, ...stated(request.options) });
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
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map((issue) => {
    const where = issue.path.length > 0 ? `"${issue.path.join('.')}": ` : '';
    return `${where}${issue.message}${choices(issue.path)}`;
  });
  throw new RewheelError('bad-config', `${path} cannot be used: ${faults.join('; ')}. Mend or remove what is named.`);
}

/** What may stand at a place of the settings file, where the schema's own message does not tell. */
function choices([key, rule]: PropertyKey[]): string {
  if (key === undefined) return ` (settings are ${Object.keys(configFileSchema.shape).join(', ')})`;
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
