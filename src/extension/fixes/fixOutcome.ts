/** How a command that acts on a finding ended. */
export type FixOutcome =
  | { status: 'done' }
  /** The user left a question, or did not apply what was previewed. */
  | { status: 'cancelled' }
  /** Not possible here; the user was told why. */
  | { status: 'refused'; reason: FixRefusal }
  | { status: 'failed'; message: string };

export type FixRefusal =
  | 'bad-arguments'
  | 'no-finding'
  /** The code is not the audited one any more. */
  | 'changed'
  /** No finding can be replaced by a call as it is. */
  | 'no-drop-in'
  | 'no-chat';
