import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Milliseconds after which a step counts as hung. Generous: machines that test are slow and shared. */
const HUNG = 60_000;

/** Milliseconds after which the command palette is opened afresh. */
const PALETTE_PAUSE = 3_000;

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
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Runs a command by the title that the command palette shows, such as `Rewheel: Audit Turn…`. */
  async command(title: string): Promise<void> {
    const row = this.rows().filter({ hasText: title }).first();
    // An open palette does not take up commands that come later, so it is opened again until the command is there.
    for (let left = HUNG; ; left -= PALETTE_PAUSE) {
      await this.openPalette();
      await this.input().fill(`>${title}`);
      const there = await row.waitFor({ timeout: PALETTE_PAUSE }).then(
        () => true,
        () => false,
      );
      if (there) break;
      if (left <= 0) throw new Error(`The command palette does not offer “${title}”.`);
    }
    await row.click();
  }

  /** Titles that the command palette offers for `text`. */
  async commandTitles(text: string): Promise<string[]> {
    await this.openPalette();
    await this.input().fill(`>${text}`);
    await this.rows().first().waitFor();
    const titles = await this.rows().locator('.label-name').allInnerTexts();
    await this.page.keyboard.press('Escape');
    return titles;
  }

  /** Opens a file of the workspace by its path relative to the folder. */
  async openFile(path: string): Promise<void> {
    await this.focusWindow();
    await this.page.keyboard.press('Control+p');
    await this.input().fill(path);
    const name = path.split('/').at(-1) as string;
    await this.rows().filter({ hasText: name }).first().click();
    await this.page.locator('.tab.active').filter({ hasText: name }).waitFor();
  }

  /** Picks the entry of the open quick pick that holds `text`. */
  async pick(text: string | RegExp): Promise<void> {
    await this.rows().filter({ hasText: text }).first().click();
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

  private async openPalette(): Promise<void> {
    await this.focusWindow();
    await this.page.keyboard.press('F1');
    await this.input().waitFor();
  }

  /** Keys reach the workbench only when it, and not a webview or an open quick pick, has the focus. */
  private async focusWindow(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.keyboard.press('Escape');
  }
}
