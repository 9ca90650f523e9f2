import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAgentTurn } from '../support/agentTurn.ts';
import { hostMissing, installHost } from '../../src/build/host/hostInstall.ts';
import { startHost } from '../support/hostServer.ts';
import { EXTENSION, requireBuild } from '../support/hostSuite.ts';

/*
 * `npm run screenshots`: takes the README's pictures of the real extension in a real VS Code and writes them to
 * media/readme/.
 */
const HOVER_DELAY_MS = 300;

async function main(): Promise<void> {
  const missing = hostMissing();
  if (missing) throw new Error(missing);
  requireBuild();
  await installHost(console.log);
  const root = await mkdtemp(join(tmpdir(), 'rewheel-screenshots-'));
  try {
    const workspace = join(root, 'billing-service');
    await makeAgentTurn(workspace);
    await takeFinding(workspace, root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** A finding in the editor: its squiggle, its hover and its row in the Problems panel. */
async function takeFinding(workspace: string, root: string): Promise<void> {
  const host = await startHost({
    workspace,
    extensionPath: EXTENSION,
    env: { REWHEEL_DATA: join(root, 'data') },
    settings: {
      'workbench.layoutControl.enabled': false,
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
      'window.commandCenter': false,
      'editor.minimap.enabled': false,
      'editor.hover.delay': HOVER_DELAY_MS,
      'editor.fontSize': 14,
      'breadcrumbs.enabled': false,
      'chat.commandCenter.enabled': false,
    },
  });
  try {
    const { ui, page } = host;
    // A setting of the machine does not choose the theme.
    await ui.command('Preferences: Color Theme');
    await ui.input().fill('Light Modern');
    await page.keyboard.press('Enter');
    await ui.openFile('billing/invoice.py');
    await ui.command('Rewheel: Audit Turn…');
    await ui.pick('Since the last commit');
    await ui.notification(/Rewheel: 1 finding/).waitFor();
    await ui.command('Notifications: Clear All Notifications');
    const problems = await ui.problems();
    await problems.filter({ hasText: '_compute_amounts' }).first().waitFor();
    const signature = page.locator('.view-line').filter({ hasText: '_compute_amounts(items' }).first();
    await signature.getByText('_compute_amounts').first().hover();
    const hover = page.locator('.monaco-hover').filter({ hasText: 're-implements' }).first();
    await hover.waitFor();
    // It fades in.
    await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished)).then(() => true)');
    await ui.screenshot(join(EXTENSION, 'media', 'readme', 'finding.png'));
    console.log('media/readme/finding.png');
  } finally {
    await host.stop();
  }
}

await main();
