import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { K } from './kinds.ts';
import type { Walk } from './walk.ts';

/**
 * Visits one decorator. It is evaluated outside the definition, so its references belong to what encloses it. The
 * reference that decorates gets `RefFlag.Decorator`.
 * @returns the decorator as written, without `@` and arguments
 */
export function visitDecorator(walk: Walk, node: number): string {
  let text = '';
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind <= K.Error) {
      walk.visit(child);
      continue;
    }
    const head = kind === K.Call ? walk.firstNode(child) : child;
    text = head < 0 ? '' : walk.textOf(head).replace(/\s+/g, '');
    const reference = walk.visit(child);
    if (reference >= 0) walk.references.flags[reference]! |= RefFlag.Decorator;
  }
  return text;
}

/** Decorators of the language and its standard library that change a function without handing it to a framework. */
const PLAIN = new Set([
  'property',
  'cached_property',
  'abstractproperty',
  'staticmethod',
  'classmethod',
  'abstractmethod',
  'abstractclassmethod',
  'abstractstaticmethod',
  'overload',
  'override',
  'final',
  'no_type_check',
  'runtime_checkable',
  'type_check_only',
  'deprecated',
  'setter',
  'getter',
  'deleter',
  'cache',
  'lru_cache',
  'wraps',
  'singledispatch',
  'singledispatchmethod',
  'total_ordering',
  'contextmanager',
  'asynccontextmanager',
  'coroutine',
  'dataclass',
  'unique',
  'dataclass_transform',
]);

/** Flags that a decorator gives to what it decorates. */
export function decoratorFlags(decorator: string): number {
  const last = decorator.slice(decorator.lastIndexOf('.') + 1);
  const registered = PLAIN.has(last) ? 0 : SymbolFlag.Registered;
  switch (last) {
    case 'staticmethod':
      return SymbolFlag.Static;
    case 'classmethod':
      return SymbolFlag.ClassMethod;
    case 'abstractclassmethod':
      return SymbolFlag.Abstract | SymbolFlag.ClassMethod;
    case 'abstractstaticmethod':
      return SymbolFlag.Abstract | SymbolFlag.Static;
    case 'abstractmethod':
      return SymbolFlag.Abstract;
    case 'abstractproperty':
      return SymbolFlag.Abstract | SymbolFlag.Accessor;
    case 'overload':
      return SymbolFlag.Overload;
    case 'setter':
      return decorator.includes('.') ? SymbolFlag.Accessor | SymbolFlag.Setter : registered;
    case 'getter':
    case 'deleter':
      return decorator.includes('.') ? SymbolFlag.Accessor : registered;
    default:
      return last.endsWith('property') ? SymbolFlag.Accessor : registered;
  }
}
