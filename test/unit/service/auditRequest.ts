import type { AuditRequest } from '../../../src/protocol/engine.ts';

/** Audit of everything in a folder, without git. */
export function auditOf(root: string): AuditRequest {
  return {
    root,
    base: null,
    head: { kind: 'folder', path: root, name: './' },
    sessionStart: null,
    turn: null,
    configFile: null,
    baselineFile: null,
    only: [],
    targets: null,
    settings: {},
    options: {},
    overlay: {},
    trusted: false,
  };
}
