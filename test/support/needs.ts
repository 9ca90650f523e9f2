import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hostMissing, onPath } from '../../src/build/host/hostInstall.ts';

/** Something that tests need of the machine. */
export type Need = 'git' | 'chromium' | 'ripgrep' | 'python3' | 'venv' | 'pip' | 'setpriv';

interface Requirement {
  /** Packages of Debian that bring it. */
  debian: string[];
  /** True when it is there and works. */
  present(): boolean;
  /** What is lost without it. */
  use: string;
}

const REQUIREMENTS: Record<Need, Requirement> = {
  git: { debian: ['git'], present: () => onPath('git') !== null, use: 'audits of revisions' },
  chromium: { debian: ['chromium'], present: () => hostMissing() === null, use: 'tests in a real VS Code' },
  ripgrep: { debian: ['ripgrep'], present: () => onPath('rg') !== null, use: 'search in the VS Code that is tested' },
  python3: { debian: ['python3'], present: () => python('0'), use: 'the comparison with CPython’s own ast' },
  venv: {
    debian: ['python3-venv'],
    present: () => python('import venv, ensurepip'),
    use: 'tests on installed packages',
  },
  pip: { debian: ['python3-pip'], present: () => python('import pip'), use: 'tests on installed packages' },
  setpriv: {
    debian: ['util-linux'],
    present: () => onPath('setpriv') !== null,
    use: 'permission tests as a user without rights',
  },
};

/**
 * Makes sure that the machine has what `needs` lists. On Debian as root missing packages are installed; elsewhere, and
 * where that fails, what is missing is named through `log`. Returns what is missing at the end.
 */
export function provide(needs: Need[], log: (line: string) => void): Need[] {
  let missing = needs.filter((need) => !REQUIREMENTS[need].present());
  if (missing.length > 0 && debianAsRoot()) {
    installPackages([...new Set(missing.flatMap((need) => REQUIREMENTS[need].debian))], log);
    missing = missing.filter((need) => !REQUIREMENTS[need].present());
  }
  for (const need of missing) {
    const { debian, use } = REQUIREMENTS[need];
    log(`MISSING: ${need} (on Debian: ${debian.join(' ')}): without it there are no ${use}`);
  }
  return missing;
}

function debianAsRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function installPackages(packages: string[], log: (line: string) => void): void {
  const apt = (...args: string[]): boolean => {
    const all = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=300', ...args];
    for (let attempt = 1; attempt <= 3; attempt++) {
      log(`apt-get ${args.join(' ')}${attempt > 1 ? ` (attempt ${attempt})` : ''}`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const result = spawnSync('apt-get', all, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
      if (result.status === 0) return true;
      log(`${result.stdout}\n${result.stderr}`.split('\n').slice(-15).join('\n'));
    }
    return false;
  };
  if (!apt('update', '-q')) log('apt-get update failed; trying with the lists that are there');
  apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}

function python(code: string): boolean {
  return onPath('python3') !== null && spawnSync('python3', ['-c', code], { stdio: 'ignore' }).status === 0;
}
