import type { Term } from '../clones/normal/term.ts';
import { NodeKind } from '../ir/model.ts';
import type { LanguageId } from '../model/facts.ts';

/** TypeScript and JavaScript are written alike. */
export type Dialect = 'ecmascript' | Exclude<LanguageId, 'typescript' | 'tsx' | 'javascript'>;

export function dialectFor(language: LanguageId): Dialect {
  return language === 'typescript' || language === 'tsx' || language === 'javascript' ? 'ecmascript' : language;
}

const NONE: Record<Dialect, string> = {
  ...{ python: 'None', ecmascript: 'null', go: 'nil', rust: 'None', java: 'null', kotlin: 'null', csharp: 'null' },
  ...{ swift: 'nil', ruby: 'nil', php: 'null', c: 'NULL', cpp: 'nullptr' },
};

/** Longest literal that is written out. */
const LONGEST = 60;

/**
 * A literal, a local variable or an attribute of one as source text; null for everything else: what a free name means is
 * known in its own file only.
 * @param nameOf name of a variable, or null
 */
export function writeTerm(term: Term, dialect: Dialect, nameOf: (variable: number) => string | null): string | null {
  if (term.variable >= 0) return nameOf(term.variable);
  switch (term.kind) {
    case NodeKind.NumberLiteral:
      return term.value;
    case NodeKind.StringLiteral:
      return term.value.length <= LONGEST && /^[ -~]*$/.test(term.value) ? quoted(term.value, dialect) : null;
    case NodeKind.BooleanLiteral:
      return dialect === 'python' ? (term.value === 'true' ? 'True' : 'False') : term.value;
    case NodeKind.NoneLiteral:
      return term.value === '' ? NONE[dialect] : term.value;
    case NodeKind.Unary: {
      const operand = term.value === '-' ? writeTerm(term.kids[0]!, dialect, nameOf) : null;
      return operand === null ? null : `-${operand}`;
    }
    case NodeKind.Attribute: {
      const object = term.flags === 0 ? writeTerm(term.kids[0]!, dialect, nameOf) : null;
      return object === null ? null : `${object}.${term.value}`;
    }
    default:
      return null;
  }
}

function quoted(value: string, dialect: Dialect): string {
  const plain = JSON.stringify(value);
  return dialect === 'ecmascript' && !value.includes("'") && !value.includes('\\') ? `'${value}'` : plain;
}
