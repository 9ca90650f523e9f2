import type { BindingFact, FileFacts } from '../../../src/engine/model/facts.ts';
import { SymbolFlag } from '../../../src/engine/model/facts.ts';
import { Receiver, RefFlag } from '../../../src/engine/model/references.ts';

function bits(flags: number, names: Record<string, number>): string {
  return Object.entries(names)
    .filter(([, bit]) => flags & bit)
    .map(([name]) => name)
    .join(' ');
}

/** Facts in a form that people can check in a diff: names for flags and indexes, one line for each small fact. */
export function readable({ summary, detail }: FileFacts): unknown {
  const { references, strings, scopes } = detail;
  const symbolName = (index: number): string => (index < 0 ? '' : summary.symbols[index]!.qualifiedName);
  const reference = (id: number): string =>
    `${strings[references.name[id]!]}@${references.line[id]}:${references.column[id]}`;
  const scopeName = (index: number): string => `${scopes[index]!.kind}#${index}`;
  const receiver = (id: number): string => {
    const value = references.receiver[id]!;
    if (value >= 0) return `${reference(value)}${references.receiverCalled[id] ? '()' : ''}.`;
    return value === Receiver.None
      ? ''
      : value === Receiver.Super
        ? 'super().'
        : value === Receiver.Literal
          ? 'literal.'
          : '?.';
  };
  const binding = (b: BindingFact): string => {
    const value = b.value < 0 ? '' : ` = ${reference(b.value)}${b.valueCalled ? '()' : ''}`;
    const points = (b.symbol < 0 ? '' : ` -> ${symbolName(b.symbol)}`) + (b.import < 0 ? '' : ` import ${b.import}`);
    return `${b.line} ${b.name} ${b.kind}${b.conditional ? ' conditional' : ''}${value}${points}`;
  };
  return {
    lines: summary.lines,
    syntaxErrors: summary.syntaxErrors,
    generated: summary.generated,
    suppressions: summary.suppressions,
    symbols: summary.symbols.map((s) => ({
      symbol: `${s.kind} ${s.qualifiedName} ${s.startLine}-${s.endLine} name ${s.nameLine}:${s.nameColumn}`,
      parent: symbolName(s.parent),
      scope: s.scope < 0 ? '' : scopeName(s.scope),
      signature: s.signature,
      doc: s.doc,
      parameters: s.parameters.map((p) => `${p.name} ${p.kind}${p.optional ? ' optional' : ''}`),
      flags: bits(s.flags, SymbolFlag),
      size: `${s.tokens} tokens, ${s.statements} statements${s.exact ? '' : ', no digest'}`,
      calledNames: s.calledNames.join(' '),
      decorators: s.decorators,
    })),
    scopes: scopes.map((scope, index) => ({
      scope: `${scopeName(index)} in ${scope.parent < 0 ? '-' : scopeName(scope.parent)} ${scope.startLine}-${scope.endLine} ${symbolName(scope.symbol)}`,
      bindings: scope.bindings.map(binding),
    })),
    imports: detail.imports.map(
      (i) =>
        `${i.line} ${i.form} ${i.module} ${i.imported || '-'} as ${i.local || '-'} in ${scopeName(i.scope)}${i.typeOnly ? ' type only' : ''}`,
    ),
    dunderAll: detail.dunderAll,
    bases: detail.bases.map((b) => `${symbolName(b.symbol)}: ${b.references.map(reference).join(' ')}`),
    stores: (detail.stores ?? []).map(
      (s) => `${reference(s.reference)} = ${reference(s.value)}${s.valueCalled ? '()' : ''}`,
    ),
    references: Array.from(references.name, (_, id) =>
      `${receiver(id)}${reference(id)} ${scopeName(references.scope[id]!)} ${symbolName(references.symbol[id]!)} ${bits(references.flags[id]!, RefFlag)}`.trimEnd(),
    ),
  };
}
