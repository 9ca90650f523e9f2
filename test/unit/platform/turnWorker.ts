import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTurnStore } from '../../../src/platform/turns/turnStore.ts';

/*
 * Begins and ends turns until it is killed, and notes each one that has ended. Arguments: workspace, data folder, file for
 * the notes, how many turns (0: until it is killed), a name for its session.
 */
const [root = '', dataFolder = '', notes = '', count = '0', session] = process.argv.slice(2);

async function work(): Promise<void> {
  const store = await openTurnStore({ root, dataFolder });
  process.stdout.write('ready\n');
  for (let turn = 1; count === '0' || turn <= Number(count); turn++) {
    const { id } = await store.begin({ source: 'command', session, prompt: `turn ${turn}` });
    for (let file = 0; file < 5; file++) {
      writeFileSync(join(root, `${session ?? 'f'}${file}.py`), `${process.pid} ${turn} ${file}\n`.repeat(50));
    }
    await store.end(id);
    appendFileSync(notes, `${id}\n`);
    if (turn % 4 === 0) await store.prune({ turns: 1000, storeBytes: 200_000_000 });
  }
}

void work();
