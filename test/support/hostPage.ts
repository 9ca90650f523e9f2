import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Milliseconds after which a step counts as hung. Generous: machines that test are slow and shared. */
const HUNG = 60_000;

/** Milliseconds after which a step that may have been lost is done again. */
const PAUSE = 3_000;

/** What a test does in the workbench, by what a user sees. Every step waits for what it needs, for at most a minute. */
export class HostPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(HUNG);
  }

  /** Waits until the workbench is drawn. */
  async waitUntilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
  }

  /** Answers the question whether the authors of the opened folder are trusted, and waits until the dialog is gone. */
  async answerTrust(trusted: boolean): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box');
    const name = trusted ? /^Yes, I trust/ : /^No, I don't trust/;
    await this.press(dialog.getByRole('button', { name }));
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Runs a command by the title that the command palette shows, such as `Rewheel: Audit Turn…`. */
  async command(title: string): Promise<void> {
    const focused = this.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: title });
    // An open palette does not take up commands that come later, so it is opened again until the command is there. It is
    // run by key: the list still grows, and a click may meet another row, or none.
    await this.insist(`run “${title}” from the command palette`, async () => {
      await this.openPalette();
      await this.input().fill(`>${title}`);
      await focused.waitFor({ timeout: PAUSE });
      await this.page.keyboard.press('Enter');
      await this.page
        .locator('.quick-input-widget:visible .quick-input-box')
        .filter({ has: this.page.locator(`input[value^=">"]`) })
        .waitFor({ state: 'hidden', timeout: PAUSE });
    });
  }

  /** Titles that the command palette offers for `text`. */
  async commandTitles(text: string): Promise<string[]> {
    // An open palette does not take up commands of extensions that come later.
    await this.insist(`find commands for “${text}”`, async () => {
      await this.openPalette();
      await this.input().fill(`>${text}`);
      const known = this.rows().filter({ hasNotText: 'No matching commands' });
      await known.first().waitFor({ timeout: PAUSE });
    });
    const titles = await this.rows().locator('.label-name').allInnerTexts();
    await this.page.keyboard.press('Escape');
    return titles;
  }

  /** Opens a file of the workspace by its path relative to the folder. */
  async openFile(path: string): Promise<void> {
    const name = path.split('/').at(-1) as string;
    await this.insist(`open ${path}`, async () => {
      await this.focusWindow();
      await this.page.keyboard.press('Control+p');
      await this.input().fill(path, { timeout: PAUSE });
      const focused = this.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: name });
      await focused.waitFor({ timeout: PAUSE });
      await this.page.keyboard.press('Enter');
      await this.page.locator('.tab.active').filter({ hasText: name }).waitFor({ timeout: PAUSE });
    });
  }

  /** Picks the entry of the open quick pick that holds `text`. */
  async pick(text: string | RegExp): Promise<void> {
    const row = this.rows().filter({ hasText: text }).first();
    await row.waitFor();
    await this.press(row);
  }

  /**
   * Clicks what goes away when it is clicked: an entry of a quick pick, a button of a notification. The workbench draws
   * both anew at any time, and a click on what is drawn anew is lost, so it is clicked until it is gone.
   */
  async press(target: Locator): Promise<void> {
    await target.waitFor();
    await this.insist(`click ${target}`, async () => {
      if (await target.isVisible()) await target.click({ timeout: PAUSE });
      await target.waitFor({ state: 'hidden', timeout: PAUSE });
    });
  }

  /** What the window shows of pick, notifications and status bar: for the message of a test that failed. */
  async describe(): Promise<string> {
    const parts = [
      '.quick-input-widget',
      '.notification-list-item',
      '.monaco-dialog-box',
      '.part.statusbar',
      '.part.panel',
    ];
    const lines = parts.map(async (part) => {
      const texts = await this.page.locator(`${part}:visible`).allInnerTexts();
      return `${part}: ${texts.map((text) => text.replace(/\s+/g, ' ').slice(0, 600)).join(' | ')}`;
    });
    return (await Promise.all(lines)).join('\n');
  }

  /** Rows of the open quick pick or command palette. */
  rows(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /** The text field of the open quick pick or input box. */
  input(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input');
  }

  /** The item of the status bar that holds `text`. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** The newest notification that holds `text`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ hasText: text }).first();
  }

  /** Opens the Problems panel and gives its rows. */
  async problems(): Promise<Locator> {
    await this.command('Problems: Focus on Problems View');
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** Writes a picture of the window to `path` (PNG). */
  async screenshot(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
  }

  /** Reloads the window, as a user does; waits until it is drawn again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
  }

  /** Does a step again while it fails, for at most a minute. */
  private async insist(what: string, step: () => Promise<void>): Promise<void> {
    const until = Date.now() + HUNG;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (Date.now() > until) throw new Error(`It was not possible to ${what}.`, { cause: error });
      }
    }
  }

  private async openPalette(): Promise<void> {
    await this.focusWindow();
    await this.page.keyboard.press('F1');
    await this.input().waitFor({ timeout: PAUSE });
  }

  /** Keys reach the workbench only when it, and not a webview or an open quick pick, has the focus. */
  private async focusWindow(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.keyboard.press('Escape');
  }
}
