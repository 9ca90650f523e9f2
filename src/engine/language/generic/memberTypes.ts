import type { FactsWalk } from './factsWalk.ts';

/**
 * Gives `this.field` the type that the class of the method declares for the field, so that `this.field.method()` can be
 * followed. Only what this file declares is looked at.
 * @param variable name of the variable that a member's name stands for
 */
export function typeMembers(walk: FactsWalk, variable: (name: string) => string = (name) => name): void {
  const { references, typeOfReference, scopes, symbols } = walk;
  for (let id = 0; id < references.count; id++) {
    const receiver = references.receiver[id]!;
    if (receiver < 0 || references.receiverCalled[id] || typeOfReference.has(id)) continue;
    const owner = typeOfReference.get(receiver) ?? -1;
    if (owner > -2) continue;
    const scope = symbols[-2 - owner]!.scope;
    const own = scope < 0 ? -1 : scopes.own(scope, walk.intern(variable(walk.strings[references.name[id]!]!)));
    const type = own < 0 ? -1 : scopes.variables[own]!.type;
    if (type !== -1) typeOfReference.set(id, type);
  }
}
