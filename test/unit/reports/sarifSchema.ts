import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';

const require = createRequire(import.meta.url);
const json = (path: string): object => JSON.parse(readFileSync(require.resolve(path), 'utf8')) as object;

const ajv = new Ajv({ schemaId: 'id', meta: false, allErrors: true });
ajv.addMetaSchema(json('ajv/lib/refs/json-schema-draft-04.json'));
const validate = ajv.compile(json('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

/** What the official schema of SARIF 2.1.0 says against a log; empty when it is one. */
export function sarifErrors(text: string): string[] {
  return validate(JSON.parse(text))
    ? []
    : (validate.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${message}`);
}
