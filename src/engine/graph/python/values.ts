import type { ExternalValue, PlainValue } from './pythonFile.ts';

export const VALUE: PlainValue = { kind: 'value', resolution: { kind: 'value' } };
export const UNRESOLVED: PlainValue = { kind: 'unresolved', resolution: { kind: 'unresolved' } };

/** No such name there: the search goes on elsewhere. */
export const NOT_FOUND: PlainValue = { kind: 'unresolved', resolution: UNRESOLVED.resolution };

/** Makes external and builtin values, one object a name. */
export class ExternalNames {
  private readonly tops = new Map<string, ExternalValue>();

  external(name: string): ExternalValue {
    return this.top('external', name);
  }

  builtin(name: string): ExternalValue {
    return this.top('builtin', name);
  }

  member(of: ExternalValue, name: string): ExternalValue {
    let found = of.members.get(name);
    if (!found) {
      const kind = of.kind;
      of.members.set(
        name,
        (found = kind === 'external' ? this.external(`${of.name}.${name}`) : make(kind, `${of.name}.${name}`)),
      );
    }
    return found;
  }

  private top(kind: 'external' | 'builtin', name: string): ExternalValue {
    const key = kind === 'external' ? name : `:${name}`;
    let found = this.tops.get(key);
    if (!found) this.tops.set(key, (found = make(kind, name)));
    return found;
  }
}

function make(kind: 'external' | 'builtin', name: string): ExternalValue {
  return { kind, name, members: new Map(), resolution: { kind, name } };
}
