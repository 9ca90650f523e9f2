import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AuditRequest } from '../../../src/protocol/engine.ts';
import { requestFor } from '../../support/auditFolders.ts';
import type { MutatedWorkspace, PackageSources } from './model.ts';
import { copySources } from './sources.ts';

/** A package as it is (base) and with the turns of the harness on top (head), one after the other. */
export interface WorkspaceFolder {
  base: string;
  head: string;
  /** Makes head hold base and the files of this workspace, and gives the audit of that turn. */
  show(workspace: MutatedWorkspace): AuditRequest;
}

/** Writes a package's sources twice below `folder`. */
export function workspaceFolder(folder: string, sources: PackageSources): WorkspaceFolder {
  const base = join(folder, 'base');
  const head = join(folder, sources.name);
  let written: string[] = [];
  for (const side of [base, head]) {
    rmSync(side, { recursive: true, force: true });
    copySources(sources, side);
  }
  return {
    base,
    head,
    show(workspace) {
      for (const path of written) rmSync(join(head, path));
      for (const { path, text } of workspace.files) {
        mkdirSync(dirname(join(head, path)), { recursive: true });
        writeFileSync(join(head, path), text);
      }
      written = workspace.files.map(({ path }) => path);
      return requestFor(head, { base: { kind: 'folder', path: base, name: 'base' }, trusted: false });
    },
  };
}
