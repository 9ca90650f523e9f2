import type { EffortClass } from './effortClasses.ts';
import { codeSignals } from './codeSignals.ts';

/** What a file that the agent wrote is for. */
export interface FilePurpose {
  /** Class of writing it. */
  kind: EffortClass;
  /** It is a script that changes files when it is run: Cabra counts writing and running such a script as edits. */
  edits: boolean;
}

const TEST_WORDS = new Set(
  'test tests spec specs testing testdata unittest unittests conftest fixture fixtures e2e repro reproduce reproducer reproduction verify runtests'.split(
    ' ',
  ),
);
const STUDY_WORDS = new Set(
  'check explore inspect analyze analyse analysis debug dump trace probe investigate demo try tmp temp scratch experiment'.split(
    ' ',
  ),
);
const SCRIPTS = new Set(
  'py js mjs cjs ts mts cts tsx jsx sh bash rb pl php go rs java kt c cc cpp cs lua r jl ps1 sql'.split(' '),
);

const PROSE = /\.(?:md|mdx|txt|rst|adoc)$/i;
const HOME = /^(?:[A-Za-z]:)?[\\/](?:Users|home)[\\/][^\\/]+[\\/]/;

/**
 * What a file is for by its path and, for scripts off the beaten track, by what it holds. Cabra: "if the model creates a new
 * file, you need to determine what is the intent of this script and classify it accordingly (typically: understand, edit, or
 * test)". Files for testing count as `test`, also the project's own ("making changes or creating files used for testing").
 *
 * @param content the text written, as far as it is known
 */
export function filePurpose(path: string, content: string | null): FilePurpose {
  if (isPlanPath(path)) return { kind: 'plan', edits: false };
  if (isTestPath(path)) return { kind: 'test', edits: false };
  const script = isScript(path);
  const signals = script && content !== null ? codeSignals(content) : null;
  const edits = (signals?.writes.length ?? 0) > 0;
  const scratch = isScratchPath(path);
  if (script && (scratch || wordsOf(nameOf(path)).some((word) => STUDY_WORDS.has(word)))) {
    if (edits) return { kind: 'edit', edits };
    return { kind: signals?.tests ? 'test' : 'analyze', edits: false };
  }
  return { kind: scratch ? 'other' : 'edit', edits };
}

/**
 * Whether a path names a test, a script that reproduces an error, or what these need, by its name or a folder's. The name of
 * a text for people says nothing (`test-notes.md`), nor does a home folder (`/Users/test/`).
 */
export function isTestPath(path: string): boolean {
  const segments = segmentsOf(path.replace(HOME, ''));
  const named = PROSE.test(path) ? segments.slice(0, -1) : segments;
  return named.some((segment) => wordsOf(segment).some((word) => TEST_WORDS.has(word)));
}

/** A place outside the project for what is thrown away. */
export function isScratchPath(path: string): boolean {
  return /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev)\/|^\$\{?(?:TMPDIR|TMP|TEMP)\b|[\\/]AppData[\\/]Local[\\/]Temp[\\/]/i.test(
    path,
  );
}

/** Whether a copy under this path keeps a file as it was, and changes nothing. */
export function isBackupPath(path: string): boolean {
  return isScratchPath(path) || /(?:~|[._-](?:bak|backup|orig|original|old|save|saved))\d*$/i.test(path);
}

/** Last part of a path. */
export function nameOf(path: string): string {
  return segmentsOf(path).at(-1) ?? '';
}

/** Words of a name in lower case: `FooTest.java`, `test_foo.py` and `foo-test` all hold `test`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Plans that agents keep as files in folders of their own (`.claude/plans/x.md`). */
function isPlanPath(path: string): boolean {
  const segments = segmentsOf(path);
  const at = segments.findIndex((segment) => /^\.[a-z]/i.test(segment));
  return at >= 0 && segments.slice(at, -1).includes('plans');
}

function isScript(path: string): boolean {
  const name = nameOf(path);
  return SCRIPTS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function segmentsOf(path: string): string[] {
  return path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
}
