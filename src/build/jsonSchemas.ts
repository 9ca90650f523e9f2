import { z } from 'zod';
import {
  EDITOR_SETTINGS,
  OPTIONS,
  auditOptionsSchema,
  configFileSchema,
  editorSettingsSchema,
} from '../protocol/options.ts';
import { REPORT_SCHEMA, reportSchema } from '../protocol/report.ts';

/** The part of JSON Schema that is touched here. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  propertyNames?: { enum?: string[] };
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
}

/** VS Code's JSON support is surest of this draft. */
const TARGET = 'draft-7';

/** `contributes.configuration.properties`: a setting for each option that has one, then those of the editor alone. */
export function settingsOf(): Record<string, JsonSchema> {
  const options = schemaOf(auditOptionsSchema).properties ?? {};
  const editor = schemaOf(editorSettingsSchema).properties ?? {};
  const listed = [
    ...OPTIONS.map((spec) => ({ ...spec, schema: options[spec.key] })),
    ...EDITOR_SETTINGS.map((spec) => ({ ...spec, schema: editor[spec.setting] })),
  ];
  const settings: Record<string, JsonSchema> = {};
  for (const { setting, schema, scope, description } of listed) {
    if (setting === null || !schema) continue;
    settings[`rewheel.${setting}`] = { ...schema, scope, markdownDescription: description };
  }
  return settings;
}

/** JSON schema of `.rewheel.json`. */
export function configFileJsonSchema(): JsonSchema {
  const schema = schemaOf(configFileSchema);
  const defaults = schemaOf(auditOptionsSchema).properties ?? {};
  for (const option of OPTIONS) {
    const property = schema.properties?.[option.key];
    if (!property) continue;
    property.description = option.description.replaceAll('`', '');
    property.markdownDescription = option.description;
    property.default = defaults[option.key]?.default;
  }
  return { ...schema, title: 'Rewheel' };
}

/** JSON schema of the audit report (`--format json`). */
export function auditReportJsonSchema(): JsonSchema {
  return { ...schemaOf(reportSchema), title: REPORT_SCHEMA };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return tidy(z.toJSONSchema(schema, { target: TARGET, io: 'input' }) as JsonSchema) as JsonSchema;
}

/** Names the keys of records that have a fixed set of them, makes one list of alternative values, and drops bounds that are only JavaScript's. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tidy(part)])) as JsonSchema;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (Array.isArray(schema.anyOf)) mergeValues(schema, schema.anyOf as JsonSchema[]);
  const names = schema.propertyNames?.enum;
  if (names && typeof schema.additionalProperties === 'object') {
    const each = schema.additionalProperties;
    schema.properties = Object.fromEntries(names.map((name) => [name, each]));
    schema.additionalProperties = false;
    delete schema.propertyNames;
  }
  return schema;
}

/** Alternatives that are all fixed values are one `enum`, which editors complete better. */
function mergeValues(schema: JsonSchema, alternatives: JsonSchema[]): void {
  const values = alternatives.map((each) => each.enum ?? ('const' in each ? [each.const] : null));
  if (values.some((list) => list === null)) return;
  delete schema.anyOf;
  schema.enum = values.flat();
}
