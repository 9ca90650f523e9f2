import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { agentPath } from '../../support/agentInstall.ts';

/** An OpenCode with a home of its own, whose model is the one at `modelUrl`. */
export interface OpenCode {
  /** Runs one turn in `folder`; the first begins a session and the later ones continue it. Gives what it printed. */
  turn(folder: string, prompt: string): Promise<string>;
}

/** Sets OpenCode up in the home folder `home`: it keeps its sessions there, where Rewheel looks for them. */
export async function setUpOpenCode(home: string, modelUrl: string): Promise<OpenCode> {
  const config = join(home, '.config', 'opencode');
  await mkdir(config, { recursive: true });
  await writeFile(
    join(config, 'opencode.json'),
    JSON.stringify({
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Scripted',
          options: { baseURL: modelUrl, apiKey: 'none' },
          models: { scripted: { name: 'Scripted' } },
        },
      },
      model: 'scripted/scripted',
      small_model: 'scripted/scripted',
      autoupdate: false,
      share: 'disabled',
      permission: { edit: 'allow', bash: 'allow', webfetch: 'deny' },
    }),
  );
  let began = false;
  return {
    async turn(folder, prompt) {
      // Word by word: an argument with a space in it would be put in quotes.
      const args = ['run', '--format', 'json', ...(began ? ['--continue'] : []), ...prompt.split(' ')];
      const running = promisify(execFile)(agentPath(), args, { cwd: folder, env: environment(home), timeout: 240_000 });
      // It waits for more of the prompt until its standard input ends.
      running.child.stdin?.end();
      began = true;
      return (await running).stdout;
    },
  };
}

/** Of this process's environment what programs need to run; nothing that names other places for data or models. */
function environment(home: string): NodeJS.ProcessEnv {
  const { PATH, LANG } = process.env;
  return {
    PATH,
    LANG,
    HOME: home,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  };
}
