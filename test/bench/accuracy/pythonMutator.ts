import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../../support/pythonPackages.ts';
import type { MutatedWorkspace, MutationRequest } from './model.ts';

/** Re-implementations of Python functions: runs `python/mutate.py`. The same request gives the same workspaces. */
export function mutatePython(request: MutationRequest): MutatedWorkspace[] {
  const script = fileURLToPath(new URL('python/mutate.py', import.meta.url));
  const output = execFileSync(PYTHON, ['-B', script], {
    input: JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return (JSON.parse(output) as { workspaces: MutatedWorkspace[] }).workspaces;
}
