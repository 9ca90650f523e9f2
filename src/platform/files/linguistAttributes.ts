import picomatch from 'picomatch';

/** What `.gitattributes` files say of a path; undefined where they say nothing. */
export interface LinguistVerdict {
  vendored?: boolean;
  generated?: boolean;
}

/**
 * A `.gitattributes` file: `folder` is relative to the workspace root (with a trailing `/`, empty for the root), `above`
 * is the root's path below the file's folder, with a trailing `/`, for files above the root.
 */
export interface AttributesText {
  folder: string;
  above: string;
  text: string;
}

interface AttributeRule {
  /** Folder of the attributes file, relative to the workspace root with a trailing `/`. */
  folder: string;
  matches: (path: string, name: string) => boolean;
  attribute: keyof LinguistVerdict;
  value: boolean;
}

/**
 * Reads `linguist-vendored` and `linguist-generated` (set, unset with `-` or `=false`) out of `.gitattributes` files.
 * Deeper files win over shallower ones, later lines over earlier ones, as in git. Macros are not followed.
 */
export function linguistAttributes(files: AttributesText[]): ((path: string) => LinguistVerdict) | null {
  const rules: AttributeRule[] = [];
  const sorted = [...files].sort((a, b) => b.above.length - a.above.length || a.folder.length - b.folder.length);
  for (const { folder, above, text } of sorted) {
    for (const line of text.split(/\r?\n/)) {
      const [pattern, ...attributes] = line.trim().split(/[ \t]+/);
      if (!pattern || pattern.startsWith('#') || pattern.startsWith('[attr]') || pattern.startsWith('"')) continue;
      for (const attribute of attributes) {
        const parsed = /^(-|!)?linguist-(vendored|generated)(?:=(.*))?$/.exec(attribute);
        if (parsed === null) continue;
        const value = parsed[1] === undefined && parsed[3]?.toLowerCase() !== 'false';
        rules.push({ folder, matches: matcher(pattern, above), attribute: parsed[2] as keyof LinguistVerdict, value });
      }
    }
  }
  if (rules.length === 0) return null;
  return (path) => {
    const verdict: LinguistVerdict = {};
    for (const rule of rules) {
      if (!path.startsWith(rule.folder)) continue;
      const local = path.slice(rule.folder.length);
      if (rule.matches(local, local.slice(local.lastIndexOf('/') + 1))) verdict[rule.attribute] = rule.value;
    }
    return verdict;
  };
}

function matcher(pattern: string, above: string): AttributeRule['matches'] {
  const options = { dot: true, nobrace: true, noextglob: true, nonegate: true };
  const match = picomatch(pattern.replace(/^\//, ''), options);
  if (pattern.includes('/')) return (path) => match(above + path);
  return (_path, name) => match(name);
}
