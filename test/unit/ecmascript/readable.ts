import { SymbolFlag, type FileFacts } from '../../../src/engine/model/facts.ts';
import { RefFlag, Receiver } from '../../../src/engine/model/references.ts';

function names(bits: Record<string, number>, flags: number): string {
  return Object.entries(bits)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name)
    .join(' ');
}

/** Facts in a form that a reviewer can read and compare: one line for each symbol, binding, import and reference. */
export function readableFacts({ summary, detail }: FileFacts): Record<string, unknown> {
  const { references: r, strings, scopes } = detail;
  const refText = (id: number): string => {
    const receiver = r.receiver[id]!;
    const name = strings[r.name[id]!]!;
    const special = Object.entries(Receiver).find(([, value]) => value === receiver)?.[0];
    if (receiver >= 0) return `${refText(receiver)}${r.receiverCalled[id] ? '()' : ''}.${name}`;
    return receiver === Receiver.None ? name : `<${special}>.${name}`;
  };
  return {
    lines: summary.lines,
    ...(summary.syntaxErrors > 0 ? { syntaxErrors: summary.syntaxErrors } : {}),
    ...(summary.generated ? { generated: true } : {}),
    ...(summary.suppressions.length > 0 ? { suppressions: summary.suppressions } : {}),
    symbols: summary.symbols.map((s) => ({
      [`${s.kind} ${s.qualifiedName}`]: `lines ${s.startLine}-${s.endLine}, name ${s.nameLine}:${s.nameColumn}, parent ${s.parent}, scope ${s.scope}`,
      signature: s.signature,
      ...(s.doc ? { doc: s.doc } : {}),
      ...(s.parameters.length > 0
        ? { parameters: s.parameters.map((p) => `${p.name}${p.optional ? '?' : ''} ${p.kind}`).join(', ') }
        : {}),
      flags: names(SymbolFlag, s.flags),
      size: `${s.tokens} tokens, ${s.statements} statements`,
      ...(s.calledNames.length > 0 ? { calls: s.calledNames.join(' ') } : {}),
      ...(s.decorators.length > 0 ? { decorators: s.decorators.join(' ') } : {}),
    })),
    imports: detail.imports.map(
      (i) =>
        `${i.line}: ${i.form} ${i.module} [${i.imported}] as [${i.local}] in scope ${i.scope}${i.typeOnly ? ' type only' : ''}`,
    ),
    exports: detail.exports.map(
      (e) =>
        `${e.line}: ${e.name} local [${e.local}] symbol ${e.symbol >= 0 ? summary.symbols[e.symbol]!.qualifiedName : -1} reference ${e.reference >= 0 ? refText(e.reference) : -1}`,
    ),
    scopes: scopes.map((s, index) => ({
      [`${index} ${s.kind}`]: `in ${s.parent}, symbol ${s.symbol}, lines ${s.startLine}-${s.endLine}`,
      bindings: s.bindings.map(
        (b) =>
          `${b.line}: ${b.kind} ${b.name}${b.symbol >= 0 ? ` symbol ${b.symbol}` : ''}${b.import >= 0 ? ` import ${b.import}` : ''}${b.value >= 0 ? ` = ${refText(b.value)}${b.valueCalled ? '()' : ''}` : ''}`,
      ),
    })),
    references: [...r.name.keys()].map((id) =>
      `${r.line[id]}:${r.column[id]} ${refText(id)} scope ${r.scope[id]} symbol ${r.symbol[id]} ${names(RefFlag, r.flags[id]!)}`.trimEnd(),
    ),
    bases: detail.bases.map(
      (b) => `${summary.symbols[b.symbol]!.qualifiedName}: ${b.references.map(refText).join(', ')}`,
    ),
  };
}
