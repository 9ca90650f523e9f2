import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromiumPath } from '../../src/build/host/hostInstall.ts';
import { hostUrl, startServer } from '../../src/build/host/hostProcess.ts';
import { HostPage } from './hostPage.ts';

/** How a VS Code for a test is started. Paths may be relative to the current folder. */
export interface HostOptions {
  /** Folder or `.code-workspace` file to open; null opens an empty window. */
  workspace: string | null;
  /** Extension under development; none when left out. Its `untrustedWorkspaces` is not heeded: it always runs. */
  extensionPath?: string;
  /** Module whose exported `run()` runs inside the extension host; `Host.testsDone` is its result. */
  testsPath?: string;
  /** Kept when given, so that a second start finds what the first left; else a fresh folder that `stop` removes. */
  userDataDir?: string;
  /**
   * Answer to the question whether the authors of the folder are trusted (default true); `ask` leaves it open. With
   * `testsPath` nothing can be asked: the folder is trusted unless this is false.
   */
  trusted?: boolean | 'ask';
  /** Settings of the machine, as in a settings.json. */
  settings?: Record<string, unknown>;
  /** Environment of the server, and so of the extension host, laid over this process's. */
  env?: Record<string, string>;
  viewport?: { width: number; height: number };
}

/** How the tests inside the extension host ended: 0 is good; `output` is what they printed to the console. */
export interface TestsResult {
  code: number;
  output: string;
}

/** A VS Code that runs, and the browser that shows it. */
export interface Host {
  /** Address that the browser opened; a second page may open it too. */
  url: string;
  page: Page;
  /** What tests do in the workbench: commands, quick picks, notifications, screenshots. */
  ui: HostPage;
  browser: Browser;
  context: BrowserContext;
  userDataDir: string;
  /** Lines of the browser's console, `type: text`, oldest first. */
  consoleLog: string[];
  /** What the server printed. */
  serverLog(): string;
  /** With `testsPath`: resolves when `run()` ended; else null. */
  testsDone: Promise<TestsResult> | null;
  /** Ends browser and server, with all processes that they started, and removes folders that are its own. */
  stop(): Promise<void>;
}

const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts VS Code's server on a free port and opens it in Chromium; resolves when the workbench can be used. */
export async function startHost(options: HostOptions): Promise<Host> {
  const own = await mkdtemp(join(tmpdir(), 'rewheel-host-'));
  const userDataDir = options.userDataDir ? resolve(options.userDataDir) : join(own, 'user-data');
  const trustAll = options.testsPath !== undefined && options.trusted !== false;
  const { settings = {}, env = {} } = options;
  const server = await startServer({ own, userDataDir, settings, env, trustAll });
  let browser: Browser | undefined;
  const stop = async (): Promise<void> => {
    await browser?.close();
    await server.stop();
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    browser = await chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGS });
    const context = await browser.newContext({ viewport: options.viewport ?? { width: 1280, height: 800 } });
    const page = await context.newPage();
    const consoleLog: string[] = [];
    page.on('console', (message) => consoleLog.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => consoleLog.push(`pageerror: ${error.message}`));
    const testsDone = options.testsPath ? (await listenForTests(page)).done : null;
    const url = hostUrl(server.port, options);
    await page.goto(url);
    const ui = new HostPage(page);
    await ui.waitUntilReady();
    // Nothing is asked for an empty window, nor where dialogs refuse to open: in a window that runs tests.
    const asks = options.workspace !== null && !options.testsPath;
    if (asks && options.trusted !== 'ask') await ui.answerTrust(options.trusted ?? true);
    return { url, page, ui, browser, context, userDataDir, consoleLog, serverLog: server.log, testsDone, stop };
  } catch (error) {
    await stop();
    throw new Error(`VS Code did not start: ${(error as Error).message}\n${server.log()}`, { cause: error });
  }
}

/** The workbench calls these two functions of the window when a tests module ran, as @vscode/test-web uses them. */
async function listenForTests(page: Page): Promise<{ done: Promise<TestsResult> }> {
  const printed: string[] = [];
  let finish: (result: TestsResult) => void;
  const done = new Promise<TestsResult>((resolved) => (finish = resolved));
  await page.exposeFunction('codeAutomationLog', (type: string, values: unknown[]) => {
    printed.push(`${type}: ${values.map(String).join(' ')}`);
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => finish({ code, output: printed.join('\n') }));
  // Wrapped: an async function would wait for the promise itself.
  return { done };
}
