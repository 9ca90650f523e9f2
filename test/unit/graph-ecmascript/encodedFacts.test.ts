import assert from 'node:assert/strict';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { LanguageId } from '../../../src/engine/model/facts.ts';
import { decodeDetail, encodeFacts } from '../../../src/service/pool/factsCodec.ts';
import { installedGrammars } from '../../support/grammars.ts';

const TEXTS: Partial<Record<LanguageId, string>> = {
  typescript: `
import { start } from './start';
export const api = { start, run: start, inner: { made: new Map() }, own() {} };
export class Owner { client = new Map(); constructor() { this.other = new Set(); } }
let x = start;
if (x) x = api.run;
`,
  python: `
class Owner:
    def __init__(self):
        self.client = Client()
        self.run = start
try:
    import fast as impl
except ImportError:
    impl = None
`,
};

/** Resolution reads facts that went through a cache: nothing that it looks at may be lost on the way. */
describe('facts that resolution reads survive encoding', () => {
  for (const [language, text] of Object.entries(TEXTS)) {
    it(language, async () => {
      const extracted = await extractFacts(language as LanguageId, text, installedGrammars);
      assert.ok(extracted.ok);
      const { detail } = extracted.facts;
      if (language === 'typescript') assert.equal(detail.members?.length, 3);
      assert.deepEqual(decodeDetail(encodeFacts(extracted.facts).detail), detail);
    });
  }
});
