/** How a command that shows something of an audit ended. */
export type ShowOutcome =
  | { status: 'shown' }
  /** The user left a pick. */
  | { status: 'cancelled' }
  /** Not possible here; the user was told why. */
  | { status: 'refused'; reason: ShowRefusal }
  | { status: 'failed'; message: string };

export type ShowRefusal =
  | 'bad-arguments'
  | 'no-finding'
  | 'no-turn'
  | 'no-folder'
  | 'virtual-workspace'
  | 'unknown-folder'
  | 'untrusted'
  /** Neither the file nor a kept state has the text that was audited. */
  | 'changed'
  /** The two states do not differ. */
  | 'no-changes';
