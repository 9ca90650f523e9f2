import type { BindingFact, BindingKind } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import type { PythonFile, Value } from './pythonFile.ts';
import { VALUE } from './values.ts';

const PLAIN: ReadonlySet<BindingKind> = new Set<BindingKind>([
  'parameter',
  'loop',
  'with',
  'except',
  'walrus',
  'comprehension',
  'pattern',
  'type',
]);

/**
 * What a name means that its scope binds several times.
 * - Bound in any way that names no function (parameter, loop, with…): a plain value.
 * - An unconditional definition or import replaces what came before it; conditional ones (try/except ImportError, if)
 *   are alternatives, of which the first one in the workspace counts.
 * - Rebound by an assignment: a plain value, never the function that it was; but a conditional literal beside an
 *   import or definition (`except ImportError: f = None`) is only the lack of it.
 * @param bindings at least two, in source order, without `del`, `global` and `nonlocal`
 */
export function chooseBinding(
  file: PythonFile,
  bindings: readonly BindingFact[],
  valueOf: (binding: BindingFact) => Value,
): Value {
  let alternatives: BindingFact[] = [];
  for (const binding of preferred(file, bindings)) {
    if (PLAIN.has(binding.kind)) return VALUE;
    if (!isConditional(file, binding)) alternatives = [];
    alternatives.push(binding);
  }
  if (alternatives.some((binding, index) => isAssignment(binding) && !isLack(binding, index))) return VALUE;
  const named = alternatives.filter((binding) => !isAssignment(binding));
  if (named.length === 0) return VALUE;
  const values = [...new Set(named.map(valueOf))];
  const own = values.filter((value) => value.kind === 'symbol' || value.kind === 'module');
  if (own.length > 0) return own[0]!;
  return values.find((value) => value.kind === 'external') ?? values[values.length - 1]!;
}

/** Leaves out what only declares: overload signatures, setters and deleters beside a getter, imports for type checkers. */
function preferred(file: PythonFile, bindings: readonly BindingFact[]): readonly BindingFact[] {
  const implementing = bindings.filter((binding) => {
    if (binding.import >= 0) return !file.detail.imports[binding.import]!.typeOnly;
    if (binding.symbol < 0) return true;
    const fact = file.fact(binding.symbol);
    if ((fact.flags & (SymbolFlag.Overload | SymbolFlag.Setter)) !== 0) return false;
    return !fact.decorators.includes(`${fact.name}.deleter`);
  });
  return implementing.length > 0 ? implementing : bindings;
}

/** A literal that stands for the missing function: set before the others, or in another branch. */
function isLack(binding: BindingFact, index: number): boolean {
  return binding.value < 0 && (index === 0 || binding.conditional === true);
}

function isAssignment(binding: BindingFact): boolean {
  return binding.kind === 'assignment' && binding.symbol < 0;
}

function isConditional(file: PythonFile, binding: BindingFact): boolean {
  if (binding.symbol >= 0 && (file.fact(binding.symbol).flags & SymbolFlag.Conditional) !== 0) return true;
  if (binding.conditional !== undefined) return binding.conditional;
  // Unknown: an import may be an alternative, an assignment is taken as a real rebinding.
  return binding.import >= 0 && binding.symbol < 0;
}
