import type { ParameterFact } from '../../model/facts.ts';
import { K } from './kinds.ts';
import type { Walk } from './walk.ts';

/**
 * Visits a parameter list: binds the names in the function's scope `inner`; defaults are evaluated outside, in
 * `defaults`, and annotations in `annotations` (they differ when there are type parameters).
 */
export function visitParameters(
  walk: Walk,
  list: number,
  inner: number,
  defaults: number,
  annotations: number,
): ParameterFact[] {
  const facts: ParameterFact[] = [];
  let keywordOnly = false;

  const bindHere = (node: number): string => {
    walk.scope = inner;
    const { name } = walk.bind(node, 'parameter');
    walk.scope = defaults;
    return name;
  };
  const add = (name: string, kind: ParameterFact['kind'], optional: boolean): void => {
    facts.push({ name, kind, optional });
  };
  const bindPattern = (node: number): void => {
    walk.visitChildren(node, (child) => {
      const kind = walk.kinds[child];
      if (kind === K.Identifier) bindHere(child);
      else if (kind === K.TuplePattern || kind === K.ListPattern) bindPattern(child);
      else walk.visit(child);
    });
  };
  const bare = (node: number, optional: boolean): void => {
    const kind = walk.kinds[node];
    if (kind === K.Identifier) {
      if (walk.start[node] === walk.end[node]) return;
      add(bindHere(node), keywordOnly ? 'keyword-only' : 'normal', optional);
    } else if (kind === K.ListSplatPattern || kind === K.DictionarySplatPattern) {
      const rest = kind === K.ListSplatPattern;
      walk.emit(rest ? '*' : '**');
      const name = walk.childOf(node, K.Identifier);
      if (rest) keywordOnly = true;
      if (name < 0) return;
      add(bindHere(name), rest ? 'rest' : 'keyword-rest', true);
    } else if (kind === K.TuplePattern || kind === K.ListPattern) {
      bindPattern(node);
      add(walk.textOf(node).replace(/\s+/g, ' '), 'pattern', optional);
    } else walk.visit(node);
  };
  const typedOrDefault = (node: number): void => {
    const optional = walk.kinds[node] !== K.TypedParameter;
    let seen = false;
    for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
      const kind = walk.kinds[child]!;
      if (kind === K.Type) {
        walk.scope = annotations;
        walk.asType(() => walk.visit(child));
        walk.scope = defaults;
      } else if (kind === K.Colon) continue;
      else if (kind === K.Assign || walk.isTrivia(child)) walk.visit(child);
      else if (seen) walk.visit(child);
      else {
        seen = true;
        bare(child, optional);
      }
    }
  };

  walk.scope = defaults;
  walk.visitChildren(list, (node) => {
    switch (walk.kinds[node]) {
      case K.DefaultParameter:
      case K.TypedParameter:
      case K.TypedDefaultParameter:
        typedOrDefault(node);
        return;
      case K.PositionalSeparator:
        walk.emit('/');
        for (const fact of facts) if (fact.kind === 'normal') fact.kind = 'positional-only';
        return;
      case K.KeywordSeparator:
        walk.emit('*');
        keywordOnly = true;
        return;
      default:
        bare(node, false);
    }
  });
  return facts;
}
