import { C_SUPPORT } from './c/support.ts';
import { CPP_SUPPORT } from './cpp/support.ts';
import { CSHARP_SUPPORT } from './csharp/support.ts';
import { ECMASCRIPT_SUPPORT } from './ecmascript/support.ts';
import { COMPONENT_SUPPORT, NOTEBOOK_SUPPORT } from './embedded/support.ts';
import { GO_SUPPORT } from './go/support.ts';
import { JAVA_SUPPORT } from './java/support.ts';
import { KOTLIN_SUPPORT } from './kotlin/support.ts';
import { PHP_SUPPORT } from './php/support.ts';
import { PYTHON_SUPPORT } from './python/support.ts';
import { RUBY_SUPPORT } from './ruby/support.ts';
import { RUST_SUPPORT } from './rust/support.ts';
import { SWIFT_SUPPORT } from './swift/support.ts';
import type { LanguageSupport, Support } from './support.ts';

/** All languages, in the order of the README. */
export const SUPPORT: readonly LanguageSupport[] = [
  PYTHON_SUPPORT,
  ECMASCRIPT_SUPPORT,
  GO_SUPPORT,
  RUST_SUPPORT,
  JAVA_SUPPORT,
  C_SUPPORT,
  CPP_SUPPORT,
  RUBY_SUPPORT,
  PHP_SUPPORT,
  CSHARP_SUPPORT,
  KOTLIN_SUPPORT,
  SWIFT_SUPPORT,
  NOTEBOOK_SUPPORT,
  COMPONENT_SUPPORT,
];

const cell = ({ level, note }: Support): string => (note === undefined ? level : `${level}: ${note}`);

/** The table as Markdown. */
export function supportMarkdown(languages: readonly LanguageSupport[] = SUPPORT): string {
  const rows = languages.map(({ name, extensions, functions, methods, imports, resolution, clones }) => [
    `${name} (${extensions.map((extension) => `\`.${extension}\``).join(', ')})`,
    ...[functions, methods, imports, resolution, clones].map(cell),
  ]);
  const head = ['Language', 'Functions', 'Methods', 'Imports', 'What calls mean', 'Copies'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
