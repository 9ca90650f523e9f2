import type { Advice, Finding } from '../../protocol/report.ts';
import { passThroughOf } from '../findings/passThrough.ts';
import { isTestPath } from '../findings/neverReported.ts';
import { joinedBody } from '../clones/compare/pairs.ts';
import type { BodyTerm } from '../clones/normal/term.ts';
import type { Graph } from '../graph/types.ts';
import { type BodyView } from '../ir/bodyView.ts';
import { givesValue, parametersOf } from '../ir/parameters.ts';
import { SymbolFlag } from '../model/facts.ts';
import { isFunction, symbolAt, type FunctionRef, type State, type StateFile } from '../model/state.ts';
import { callArguments, passedArguments, type CallArguments } from './callArguments.ts';
import { calleeOf, memberMark } from './callee.ts';
import { helpersBetween } from './helpers.ts';
import { ecmascriptImports } from './ecmascriptImports.ts';
import { freeNameObstacles } from './freeNames.ts';
import type { ImportAdvice, ImportStyle, Wanted } from './importAdvice.ts';
import { ImportWays } from './importCycles.ts';
import {
  goImports,
  includedImports,
  javaImports,
  namespaceImports,
  rubyImports,
  rustImports,
  swiftImports,
} from './otherImports.ts';
import { namesInside } from './localNames.ts';
import { pythonImports } from './pythonImports.ts';
import { variableMap, type Counterpart, type VariableMap } from './variableMap.ts';
import { dialectFor, type Dialect } from './writeTerm.ts';
import { bodyOfFunction } from '../ir/bodyOfFunction.ts';

const HERE: ImportAdvice = { line: null, importedAs: null, local: '', exported: true, reachable: true };

/**
 * Says how the target of a finding is used instead: the import to write, the call with its arguments, whether it can take
 * the place of the body as it is, and what would have to change where it cannot. A drop-in is only what is proved equal.
 */
export class Adviser {
  private readonly styles = new Map<Dialect, ImportStyle>();
  private readonly ways = new Map<Dialect, ImportWays>();

  constructor(
    private readonly state: State,
    private readonly graph: Graph,
  ) {}

  /** The finding with its advice; unchanged where one of its sides is not in the state. */
  withAdvice(finding: Finding): Finding {
    const advice = finding.rule === 'duplicates-constant' ? this.ofConstant(finding) : this.ofFunction(finding);
    return advice ? { ...finding, advice } : finding;
  }

  private ofFunction(finding: Finding): Advice | null {
    const shown = symbolAt(this.state, finding.function);
    const target = symbolAt(this.state, finding.target);
    const fn = shown && functionOf(shown);
    if (!fn || !target || !isFunction(target.symbol)) return null;
    const [view, other] = [bodyOfFunction(fn), bodyOfFunction(target)];
    const dialect = dialectFor(fn.file.language);
    if (!view || !other || dialectFor(target.file.language) !== dialect) return null;
    const { map, args, isWrap } = this.mapping(finding, { fn, view }, { target, other }, dialect);
    const receiver = { counterpart: map?.receiver ?? null, isUsed: map?.usesReceiver ?? true };
    const callee = calleeOf(fn, target, receiver, dialect, this.graph);
    const imported = callee.root ? this.importOf(fn.file, target.file, callee.root, dialect, namesInside(fn)) : HERE;
    const cycle = this.cycle(fn.file, target.file, imported, dialect);
    const proven = isWrap || (map?.proven ?? false);
    const obstacles = [
      ...notProven(finding, proven),
      ...callee.obstacles,
      ...reachObstacles(fn, target, imported, callee.reachable),
      ...(cycle ? [`importing it closes a circle: ${cycle.join(' imports ')}`] : []),
      ...args.obstacles,
      ...(isWrap ? [] : signatureObstacles(fn, view, target, other)),
      ...(proven && !isWrap ? freeNameObstacles(fn, view, target, other, this.graph) : []),
      ...notCompared(dialect),
    ];
    const isNameless = fn.file === target.file && !imported.reachable;
    const name =
      callee.rest === null || !callee.reachable || isNameless ? null : calledName(imported, callee.root, callee.rest);
    const call = name === null || args.text === null ? null : around(name + args.text, fn, target, dialect);
    return {
      import: imported.line,
      importedAs: imported.importedAs,
      exported: imported.exported && callee.reachable,
      reachable: imported.reachable && callee.reachable,
      call,
      dropIn: proven && call !== null && obstacles.length === 0,
      obstacles,
    };
  }

  /** What stands for what, and the arguments that follow from it. */
  private mapping(
    finding: Finding,
    { fn, view }: { fn: FunctionRef; view: BodyView },
    { target, other }: { target: FunctionRef; other: BodyView },
    dialect: Dialect,
  ): { map: VariableMap | null; args: CallArguments; isWrap: boolean } {
    if (finding.rule === 'wraps-target') {
      const call = passThroughOf(view);
      const args = { text: call && passedArguments(call, dialect), obstacles: [] };
      return { map: null, args, isWrap: call !== null };
    }
    const isLike = finding.cloneType !== null || finding.rule === 'reimplements-calls';
    const joined =
      finding.containment === 'split'
        ? (): BodyTerm | null => joinedBody(fn, helpersBetween(fn, target, this.graph, this.state))
        : undefined;
    const map = isLike ? variableMap(view, other, dialect, joined) : null;
    const named = new Map(parametersOf(view).map((one) => [one.name, one]));
    const counterpart = ({ variable, name }: { variable: number; name: string }): Counterpart | null => {
      const known = map?.of.get(variable);
      if (known || map?.proven) return known ?? null;
      // Where nothing is proved a name is a hint, and no more.
      const own = named.get(name);
      if (!own) return null;
      const kind = own.kind === 'rest' || own.kind === 'keyword-rest' ? own.kind : 'parameter';
      return { text: own.name, kind };
    };
    return { map, args: callArguments(other, target.symbol, counterpart, dialect), isWrap: false };
  }

  private ofConstant(finding: Finding): Advice | null {
    const [from, to] = [this.state.byPath.get(finding.function.file), this.state.byPath.get(finding.target.file)];
    const fact = to?.summary.constants?.find((one) => one.qualifiedName === finding.target.name);
    if (!from || !to || !fact) return null;
    const dialect = dialectFor(from.language);
    if (dialectFor(to.language) !== dialect) return null;
    const [name, ...rest] = fact.qualifiedName.split('.') as [string, ...string[]];
    const root = { name, symbol: to.summary.symbols.findLastIndex((one) => one.qualifiedName === name) };
    const imported = this.importOf(from, to, root, dialect, new Set(), finding.function.name);
    const cycle = this.cycle(from, to, imported, dialect);
    const tail = rest.map((part) => `${memberMark(dialect)}${part}`).join('');
    const obstacles = [
      ...(imported.exported ? [] : [`${name} is not exported by ${to.path}`]),
      ...(imported.exported && imported.obstacle !== undefined ? [imported.obstacle] : []),
      ...(cycle ? [`importing it closes a circle: ${cycle.join(' imports ')}`] : []),
      ...(!isTestPath(from.path) && isTestPath(to.path) ? ['it belongs to tests'] : []),
      // Who changes one of two lists changes one only.
      ...(fact.kind === 'collection' ? ['nothing may change its elements'] : []),
      ...(dialect === 'python' || dialect === 'ecmascript' ? [] : ['types and visibility are not compared']),
    ];
    const call = imported.reachable ? calledName(imported, root, tail) : null;
    return {
      import: imported.line,
      importedAs: imported.importedAs,
      exported: imported.exported,
      reachable: imported.reachable,
      call,
      dropIn: call !== null && obstacles.length === 0,
      obstacles,
    };
  }

  private importOf(
    from: StateFile,
    to: StateFile,
    root: { name: string; symbol: number },
    dialect: Dialect,
    inside: ReadonlySet<string>,
    replaces?: string,
  ): ImportAdvice {
    if (from === to) return hereAdvice(from, root, dialect, inside);
    const wanted: Wanted = { from, to, ...root, inside, ...(replaces !== undefined && { replaces }) };
    const advice = this.style(dialect).advise(wanted);
    // What gives the name on may load the importing file first; the file itself then is the better way.
    if (advice.through === undefined || this.cycle(from, to, advice, dialect) === null) return advice;
    return this.style(dialect).advise({ ...wanted, direct: true });
  }

  private cycle(from: StateFile, to: StateFile, { line, through }: ImportAdvice, dialect: Dialect): string[] | null {
    if (line === null) return null;
    let ways = this.ways.get(dialect);
    if (!ways) this.ways.set(dialect, (ways = new ImportWays(this.style(dialect), this.state.byPath)));
    return ways.closedBy(from.path, through ?? to.path);
  }

  private style(dialect: Dialect): ImportStyle {
    let style = this.styles.get(dialect);
    if (!style) {
      const { input } = this.graph;
      const context = { input, file: (path: string) => this.graph.file(path) };
      style = {
        python: () => pythonImports(context, this.state.byPath),
        ecmascript: () => ecmascriptImports(context, this.state.byPath),
        go: () => goImports(context),
        rust: () => rustImports(context),
        java: () => javaImports(),
        kotlin: () => namespaceImports('.', (path) => `import ${path}`),
        csharp: () => namespaceImports('.', (_, namespace) => (namespace === '' ? null : `using ${namespace};`)),
        php: () => namespaceImports('\\', (path, _, isFunction) => `use ${isFunction ? 'function ' : ''}${path};`),
        swift: () => swiftImports(),
        ruby: () => rubyImports(),
        c: () => includedImports(context),
        cpp: () => includedImports(context),
      }[dialect]();
      this.styles.set(dialect, style);
    }
    return style;
  }
}

/** The function itself; of a class the method that is not its constructor. */
function functionOf(ref: FunctionRef): FunctionRef | null {
  if (isFunction(ref.symbol)) return ref;
  const { file } = ref;
  const index = file.summary.symbols.findIndex(
    (one) => one.parent === ref.index && isFunction(one) && !(one.flags & SymbolFlag.Constructor),
  );
  return index < 0 ? null : { file, index, symbol: file.summary.symbols[index]! };
}

/** What a language asks for beside equal bodies, and nothing here looks at. */
function notCompared(dialect: Dialect): string[] {
  if (dialect === 'python' || dialect === 'ecmascript') return [];
  const isDynamic = dialect === 'ruby' || dialect === 'php';
  return [isDynamic ? 'how files are loaded is not looked at' : 'types are not compared'];
}

/** How a file calls what it has itself. */
function hereAdvice(
  file: StateFile,
  { name, symbol }: { name: string; symbol: number },
  dialect: Dialect,
  inside: ReadonlySet<string>,
): ImportAdvice {
  const advice = { ...HERE, local: name };
  if (dialect === 'ecmascript' && symbol >= 0) {
    const { scopes, exports } = file.detail();
    if (!scopes[0]?.bindings.some((binding) => binding.name === name)) {
      // A function expression's own name is not the file's; what hangs on `exports` is called through it.
      const given = exports.find((fact) => fact.symbol === symbol)?.name;
      if (given === '=') return { ...HERE, local: 'module.exports' };
      if (given === 'default') return { ...advice, reachable: false, obstacle: 'it has no name' };
      if (given !== undefined) return { ...HERE, local: `module.exports.${given}` };
    }
  }
  return inside.has(name) ? { ...advice, obstacle: `${name} means something else there` } : advice;
}

function calledName(imported: ImportAdvice, root: { name: string } | null, rest: string): string {
  return root ? (imported.local || root.name) + rest : rest;
}

function notProven({ containment, region, cloneType, rule }: Finding, proven: boolean): string[] {
  if (containment === 'contained') return [`only lines ${region.startLine}-${region.endLine} do what it does`];
  if (containment === 'split') return ['its work is spread over helpers'];
  if (proven) return [];
  if (rule === 'reimplements-calls') return ['only the calls are the same, the bodies are not proved equal'];
  return [cloneType === null ? 'nothing proves that it does the same' : 'the bodies are alike, not proved equal'];
}

const MODIFIED = new Set(['java', 'kotlin', 'csharp', 'swift', 'php']);

/** Private by its modifier: another class cannot call it. */
function isPrivate({ file, symbol }: FunctionRef): boolean {
  return MODIFIED.has(file.language) && /^[^(]*\b(?:file)?private\b/.test(symbol.signature);
}

function reachObstacles(fn: FunctionRef, target: FunctionRef, imported: ImportAdvice, reachable: boolean): string[] {
  const found: string[] = [];
  const { name } = target.symbol;
  if (fn.file !== target.file && reachable) {
    if (/^[_#]/.test(name) || isPrivate(target)) found.push(`${name} is private`);
    else if (!imported.exported) found.push(`${target.file.path} does not export it`);
    else if (!imported.reachable) found.push(imported.obstacle ?? 'no import leads to it');
    else if (imported.obstacle !== undefined) found.push(imported.obstacle);
  } else if (imported.obstacle !== undefined) found.push(imported.obstacle);
  if (!isTestPath(fn.file.path) && isTestPath(target.file.path)) found.push('it belongs to tests');
  return found;
}

function signatureObstacles(fn: FunctionRef, view: BodyView, target: FunctionRef, other: BodyView): string[] {
  const found: string[] = [];
  const differs = (flag: number): boolean => ((fn.symbol.flags ^ target.symbol.flags) & flag) !== 0;
  const has = (flag: number): boolean => (target.symbol.flags & flag) !== 0;
  if (differs(SymbolFlag.Async)) found.push(has(SymbolFlag.Async) ? 'it is asynchronous' : 'it is not asynchronous');
  if (differs(SymbolFlag.Generator)) found.push(has(SymbolFlag.Generator) ? 'it is a generator' : 'it is no generator');
  else if (givesValue(view) !== givesValue(other))
    found.push(givesValue(other) ? 'it returns a value' : 'it returns no value');
  const both = fn.symbol.flags & target.symbol.flags;
  if (fn.file.language === 'python' && both & SymbolFlag.Async && both & SymbolFlag.Generator)
    found.push('an asynchronous generator has to be run through');
  if (target.symbol.decorators.some((name) => !/^(?:static|class)method$/.test(name)))
    found.push(`it is decorated with ${target.symbol.decorators[0]!}`);
  return found;
}

/** The call with what the language needs around it for the value to be the function's. */
function around(call: string, fn: FunctionRef, target: FunctionRef, dialect: Dialect): string {
  const both = fn.symbol.flags & target.symbol.flags;
  const isAsync = (both & SymbolFlag.Async) !== 0;
  if (both & SymbolFlag.Generator) {
    if (dialect === 'ecmascript') return `yield* ${call}`;
    return dialect === 'python' && !isAsync ? `yield from ${call}` : call;
  }
  if (!isAsync) return call;
  return dialect === 'rust' ? `${call}.await` : `await ${call}`;
}
