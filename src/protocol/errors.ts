/**
 * Errors that a person can act on. Each has a stable code (tests and front ends ask for the code, never for the
 * wording) and stands for one of the exit codes of design.md section 3. `message` names the file, flag or revision
 * and says what to do.
 */
export const ERROR_CODES = {
  // exit 2: wrong usage
  usage: 2,
  // exit 3: something needed is missing
  'git-missing': 3,
  'engine-missing': 3,
  // exit 4: input that cannot be used
  'not-a-repository': 4,
  'unknown-revision': 4,
  'shallow-clone': 4,
  'unborn-head': 4,
  'bare-repository': 4,
  'not-a-folder': 4,
  'nothing-to-read': 4,
  'bad-targets': 4,
  'bad-config': 4,
  'bad-baseline': 4,
  'unreadable-input': 4,
  'git-failed': 4,
  'output-failed': 4,
  'unknown-log': 4,
  'log-unreadable': 4,
  'unknown-turn': 4,
  'store-failed': 4,
  // the audit was stopped by the user, the engine died, or the fault is ours
  cancelled: 130,
  'engine-stopped': 70,
  internal: 70,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export class RewheelError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RewheelError';
    this.code = code;
  }

  /** Exit code of the command line. */
  get exitCode(): number {
    return ERROR_CODES[this.code];
  }
}

/** True when `error` is a RewheelError, with `code` when one is given. */
export function isRewheelError(error: unknown, code?: ErrorCode): error is RewheelError {
  return error instanceof RewheelError && (code === undefined || error.code === code);
}
