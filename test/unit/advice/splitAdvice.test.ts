import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditOf, closeTestFacts, requestFor } from '../../support/auditFolders.ts';

const OLD = `import csv
import sqlite3


def ingest(path, db):
    rows = []
    with open(path) as handle:
        for row in csv.DictReader(handle):
            if row["station"]:
                rows.append((row["station"], float(row["level"]) / 100))
    connection = sqlite3.connect(db)
    connection.executemany("insert into levels values (?, ?)", rows)
    connection.commit()
    connection.close()
    return len(rows)
`;

const FRESH = `import csv
import sqlite3


def _read(source):
    found = []
    with open(source) as handle:
        for row in csv.DictReader(handle):
            if row["station"]:
                found.append((row["station"], float(row["level"]) / 100))
    return found


def _put(found, where):
    link = sqlite3.connect(where)
    link.executemany("insert into levels values (?, ?)", found)
    link.commit()
    link.close()


def bring_in(p, target):
    found = _read(p)
    _put(found, target)
    return len(found)
`;

describe('advice where the work is spread over helpers', () => {
  let work = '';
  before(() => (work = mkdtempSync(join(tmpdir(), 'rewheel-split-'))));
  after(async () => {
    rmSync(work, { recursive: true, force: true });
    await closeTestFacts();
  });

  it('parameters of the helpers lead to those of the function', async () => {
    const state = (name: string, files: Record<string, string>): { kind: 'folder'; path: string; name: string } => {
      const path = join(work, name);
      mkdirSync(path);
      for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
      return { kind: 'folder', path, name };
    };
    const base = state('before', { 'old.py': OLD });
    const head = state('after', { 'old.py': OLD, 'fresh.py': FRESH });
    const { findings } = await auditOf(requestFor(work, { base, head }));
    const found = findings.find(({ function: { name } }) => name === 'bring_in');
    assert.equal(found?.containment, 'split', JSON.stringify(findings));
    assert.equal(found.advice?.call, 'ingest(p, target)');
    assert.equal(found.advice.dropIn, false);
    assert.deepEqual(found.advice.obstacles, ['its work is spread over helpers']);
  });
});
