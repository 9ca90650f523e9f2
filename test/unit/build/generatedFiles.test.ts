import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedFiles } from '../../../src/build/generatedFiles.ts';
import { auditReportJsonSchema, configFileJsonSchema, settingsOf } from '../../../src/build/jsonSchemas.ts';
import { ROOT } from '../../../src/build/paths.ts';
import { EDITOR_SETTINGS, OPTIONS, auditOptionsSchema, configFileSchema } from '../../../src/protocol/options.ts';
import { reportSchema, ruleSchema } from '../../../src/protocol/report.ts';

describe('what is generated from src/protocol', () => {
  it('is in step on disk (npm run generate)', async () => {
    for (const { path, text } of await generatedFiles()) {
      const present = await readFile(join(ROOT, path), 'utf8').catch(() => '');
      assert.equal(present.replaceAll('\r\n', '\n'), text, path);
    }
  });

  it('has one setting for each option that has one, with the default that the engine uses', () => {
    const settings = settingsOf();
    const wanted = OPTIONS.filter(({ setting }) => setting !== null);
    assert.deepEqual(
      Object.keys(settings),
      [...wanted, ...EDITOR_SETTINGS].map(({ setting }) => `rewheel.${setting}`),
    );
    for (const { key, setting, scope } of wanted) {
      assert.deepEqual(settings[`rewheel.${setting}`]?.default, auditOptionsSchema.parse({})[key], key);
      assert.equal(settings[`rewheel.${setting}`]?.scope, scope);
    }
  });

  it('describes every key of .rewheel.json and refuses others', () => {
    const schema = configFileJsonSchema();
    assert.deepEqual(Object.keys(schema.properties ?? {}), Object.keys(configFileSchema.shape));
    assert.equal(schema.additionalProperties, false);
    assert.deepEqual(Object.keys(schema.properties?.levels?.properties ?? {}), ruleSchema.options);
    assert.deepEqual(schema.properties?.levels?.properties?.['wraps-target']?.enum, [
      'hidden',
      'info',
      'warning',
      'error',
      0,
    ]);
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      if (key !== '$schema') assert.equal(typeof property.description, 'string', key);
    }
  });

  it('describes every part of the report', () => {
    const schema = auditReportJsonSchema();
    assert.deepEqual(schema.required, Object.keys(reportSchema.shape));
  });
});
