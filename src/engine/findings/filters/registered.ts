import type { Graph } from '../../graph/types.ts';
import { SymbolFlag, type FileDetail } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { symbolKey, type FunctionRef } from '../../model/state.ts';

/** Calls that hand a function to a framework: routes, commands, events, schedules, plugins. */
const REGISTERING =
  /^(?:get|post|put|patch|delete|head|all|use|route|handle|handler|handlefunc|methods?|command|action|on|once|off|listen|subscribe|connect|register\w*|add_?(?:url_rule|route|command|handler|listener|job|task|signal)\w*|addeventlistener|path|re_path|url|schedule|every|cron|setinterval|settimeout|hook|tap\w*|define|provide|signal|set_defaults|middleware)$/i;
/** Decorators that do the same; others (caches, dispatchers, checks) wrap a function that is called by its name. */
const REGISTERING_DECORATOR =
  /^(?:event|fixture|receiver|\w*validator|resolver|query|mutation|subscription|field|api_view|websocket\w*|(?:before|after|teardown)_\w+|\w*error_?handler|exception_?handler|startup|shutdown|group|callback|tool|step|given|when|then|flow|asset|sensor|job|cell|filter|tag|\w+_(?:filter|tag|task|route|command|event|handler|listener)|on\w+|Get|Post|Put|Patch|Delete|Cron|Interval|Query|Mutation|Subscription|\w*Pattern|SubscribeMessage|HostListener|Listener|Handler|Process|Input|Output|Watch)$/;
/** Languages whose facts call every decorated function registered. */
const ANY_DECORATOR = new Set<string>(['python', 'typescript', 'tsx', 'javascript']);
/** References between a registering call and the function that it is given. */
const NEAR = 12;

/**
 * True for a function that is called by a framework or by way of a table: decorated, defined inside a registering call,
 * given to one, or held in a table of functions, as far as its own file tells.
 */
export function isRegistered(ref: FunctionRef, graph: Graph): boolean {
  const { flags, decorators } = ref.symbol;
  if (flags & SymbolFlag.Registered && (decorators.length === 0 || !ANY_DECORATOR.has(ref.file.language))) return true;
  if (decorators.some((name) => REGISTERING_DECORATOR.test(lastOf(name)) || REGISTERING.test(lastOf(name))))
    return true;
  return registeredIn(ref.file.path, graph).has(symbolKey(ref.file.path, ref.index));
}

function lastOf(decorator: string): string {
  return decorator.slice(decorator.lastIndexOf('.') + 1);
}

const known = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

function registeredIn(path: string, graph: Graph): ReadonlySet<string> {
  let files = known.get(graph);
  if (!files) known.set(graph, (files = new Map<string, ReadonlySet<string>>()));
  let found = files.get(path);
  if (!found) {
    const file = graph.file(path);
    files.set(path, (found = file ? passedOn(path, file.detail(), graph) : new Set<string>()));
  }
  return found;
}

/** Functions that the file gives away without calling them, to a registering call or in a table with others. */
function passedOn(path: string, detail: FileDetail, graph: Graph): Set<string> {
  const { name, flags, line, symbol, receiver } = detail.references;
  const found = new Set<string>();
  const inTable: { key: string; line: number; symbol: number }[] = [];
  const noUse =
    RefFlag.Call | RefFlag.New | RefFlag.Type | RefFlag.Store | RefFlag.Decorator | RefFlag.Base | RefFlag.Reflective;
  for (let id = 0; id < name.length; id++) {
    if ((flags[id]! & noUse) !== 0) continue;
    const resolution = graph.resolve(path, id);
    if (resolution.kind !== 'symbol') continue;
    const key = symbolKey(resolution.target.file, resolution.target.symbol);
    let call = '';
    for (let back = id - 1; back >= 0 && id - back <= NEAR && symbol[back] === symbol[id]; back--) {
      if ((flags[back]! & RefFlag.Call) === 0 || line[id]! - line[back]! > 3) continue;
      call = detail.strings[name[back]!]!;
      break;
    }
    if (REGISTERING.test(call)) found.add(key);
    else if (call === '' && receiver[id]! < 0 && symbol[id]! < 0)
      inTable.push({ key, line: line[id]!, symbol: symbol[id]! });
  }
  inTable.forEach((entry, at) => {
    const beside = [inTable[at - 1], inTable[at + 1]];
    if (beside.some((other) => other && other.key !== entry.key && Math.abs(other.line - entry.line) <= 3))
      found.add(entry.key);
  });
  return exported(detail, found);
}

/** A list of exports is no table of handlers. */
function exported(detail: FileDetail, found: Set<string>): Set<string> {
  const listed = detail.exports.filter(({ symbol }) => symbol < 0).length + (detail.dunderAll?.length ?? 0);
  return listed > 0 && detail.members?.some(({ holder }) => /^(?:module\.)?exports\b/.test(holder)) ? new Set() : found;
}
