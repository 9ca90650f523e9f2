import { relative } from 'node:path';
import { buildDemoRepository } from './demoHistory.ts';
import { auditDemo, printDemo } from './demoReport.ts';

/*
 * `npm run demo`: makes a git repository of the history in media/demo, one commit a turn, audits every turn and prints the
 * reports and a table of the metrics over turns. With `-- --editor` it then serves a VS Code in the browser that opens
 * the repository with the last turn uncommitted.
 */
const demo = await buildDemoRepository();
printDemo(demo, await auditDemo(demo));
const place = relative(process.cwd(), demo.folder) || '.';
console.log(`\nThe history is a git repository: ${place}. Audit a turn of it yourself:`);
console.log(`    node dist/cli.cjs audit ${place} --base HEAD~1 --head HEAD`);
if (process.argv.includes('--editor')) {
  const { serveEditor } = await import('./demoEditor.ts');
  await serveEditor(demo);
} else {
  console.log('See it in the editor: npm run demo -- --editor');
}
