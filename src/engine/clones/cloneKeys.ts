import type { FunctionRef, StateFile } from '../model/state.ts';
import type { Forms } from './compare/forms.ts';
import { orderNote } from './compare/parameters.ts';
import { digestOf, parameterSlots } from './normal/order.ts';

/**
 * What bodies are grouped by: the digest of the normal form for functions that were looked at as one of a likely pair, and
 * for all others the digest after consistent renaming. Functions with one key are clones of type 1, 2 or 4 of each other.
 * Equality of 128-bit digests stands for equality of what they are made of.
 *
 * Bringing a body into normal form costs as much as parsing it, and most bodies look like no other: so it is done for those
 * that prints make likely, in the order of the state, and what has the same renamed body has the same key.
 */
export class CloneKeys {
  private readonly normal = new Map<string, string>();

  constructor(private readonly forms: Forms) {}

  /** Makes the key of a function, and of all that are equal to it but for own names, that of its normal form. */
  learn(ref: FunctionRef): void {
    const { renamed } = ref.symbol;
    if (renamed === '' || this.normal.has(renamed)) return;
    const form = this.forms.of(ref);
    this.normal.set(renamed, form ? digestOf(form.body) : renamed);
  }

  /** What a message on two functions of one key must say of their parameters, or null. */
  parameterNote(a: FunctionRef, b: FunctionRef): string | null {
    const [ours, theirs] = [this.forms.of(a)?.body, this.forms.of(b)?.body];
    return ours && theirs ? orderNote(ours, theirs, parameterSlots(ours), parameterSlots(theirs)) : null;
  }

  /** Empty for what has no body. */
  of(file: StateFile, index: number): string {
    const { renamed } = file.summary.symbols[index]!;
    return this.normal.get(renamed) ?? renamed;
  }

  /** The renamed digests of all bodies that have one of the keys. */
  renamedOf(keys: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    for (const key of keys) if (key !== '' && !this.normal.has(key)) found.add(key);
    for (const [renamed, key] of this.normal) if (keys.has(key)) found.add(renamed);
    return found;
  }
}
