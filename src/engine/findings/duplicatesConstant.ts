import type { Finding, Origin, Place, TargetPlace } from '../../protocol/report.ts';
import type { HiddenReason } from '../../protocol/hiddenReasons.ts';
import { digestTokens } from '../language/digest.ts';
import type { ConstantFact, LanguageId } from '../model/facts.ts';
import { addToList } from '../model/counts.ts';
import { compareText, type State, type StateFile } from '../model/state.ts';
import type { TurnContext, WholeContext } from './auditContext.ts';
import { levelFor } from './finding.ts';
import { isTestPath } from './neverReported.ts';

/** A constant of a state. */
export interface ConstantRef {
  file: StateFile;
  constant: ConstantFact;
}

/** Weight below which a value must also be rare. */
const LONG = 32;
/** Constants that may have a shorter value before it counts as common. */
const RARE = 4;

const FAMILY: Partial<Record<LanguageId, string>> = {
  typescript: 'ecmascript',
  tsx: 'ecmascript',
  javascript: 'ecmascript',
};

/** Data, texts for people, recorded states of a schema: places where equal values are no reuse that was missed. */
const DATA_PATH =
  /(?:^|\/)(?:locales?|i18n|l10n|translations?|migrations|fixtures|__fixtures__|testdata|snapshots|__snapshots__)\/|(?:^|\/)(?:messages|translations?)(?:[._-][a-z]{2}(?:[-_][A-Za-z]{2,4})?)?\.\w+$|(?:^|\/)setup\.py$/;

/**
 * Rule `duplicates-constant` over a turn (design.md section 3): constants with one distinctive value are one finding, that is
 * introduced when the turn wrote one of them and another stood there before.
 */
export function constantFindings(context: TurnContext): { findings: Finding[]; resolved: Finding[] } {
  const { base, head, changes, hidden } = context;
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const touched = new Set(changes.touched);
  const touchedBase = [
    ...changes.files.deleted,
    ...changes.files.changed.map((path) => changes.files.baseOf.get(path)!),
  ];
  const wanted = new Set([...keysIn(head, changes.touched), ...keysIn(base, touchedBase)]);
  if (wanted.size === 0) return { findings, resolved };
  const inHead = byValue(head, wanted);
  const inBase = byValue(base, wanted);
  for (const [key, members] of inHead) {
    const before = inBase.get(key) ?? [];
    if (members.length < 2 || !members.some(({ file }) => touched.has(file.path))) continue;
    const fresh = freshOf(members, before, changes.files.baseOf);
    const old = members.filter((ref) => !fresh.has(ref));
    const why = reasonToHide(members);
    if (why) {
      hidden.add(why, 1, members.map(placeOf));
      continue;
    }
    const target = old.find(({ file }) => !isTestPath(file.path));
    const first = members.find((ref) =>
      fresh.size > 0 ? fresh.has(ref) : ref !== target && touched.has(ref.file.path),
    );
    if (!target || !first) continue;
    // Where copies went away for it, or as many, the new one is what was taken out of them.
    const introduced = fresh.size > 0 && members.length > before.length;
    const rest = members.filter((ref) => ref !== target && ref !== first);
    const origin = originsIn(context, fresh);
    findings.push(findingOf(first, target, rest, introduced ? 'introduced' : 'inherited', origin, context));
  }
  for (const [key, before] of inBase) {
    const now = inHead.get(key) ?? [];
    if (before.length < 2 || now.length >= before.length || reasonToHide(before)) continue;
    const gone = [...freshOf(before, now, baseToHead(changes.files.baseOf))];
    const kept = before.find((ref) => !gone.includes(ref) && !isTestPath(ref.file.path));
    const target = kept ?? before[0]!;
    for (const ref of gone) {
      if (ref === target) continue;
      const origin = ({ file, constant }: ConstantRef): Origin => context.originOfConstant(file, constant);
      resolved.push(findingOf(ref, target, [], 'inherited', origin, context));
    }
  }
  return { findings, resolved };
}

/** Every group of constants of one state (`--all`): one finding a group, the best place to keep as its target. */
export function wholeConstantFindings(context: WholeContext): Finding[] {
  const findings: Finding[] = [];
  for (const members of byValue(context.head, null).values()) {
    const [target, first, ...rest] = members;
    if (!target || !first) continue;
    const why = reasonToHide(members);
    if (why) context.hidden.add(why, 1, members.map(placeOf));
    else findings.push(findingOf(first, target, rest, 'inherited', () => 'repo', context));
  }
  return findings;
}

function keyOf({ file, constant }: ConstantRef): string {
  return `${FAMILY[file.language] ?? file.language} ${constant.digest}`;
}

function keysIn(state: State, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const file = state.byPath.get(path);
    return file ? constantsOf(file).map(keyOf) : [];
  });
}

function constantsOf(file: StateFile): ConstantRef[] {
  if (!file.audited || DATA_PATH.test(file.path)) return [];
  return (file.summary.constants ?? []).map((constant) => ({ file, constant }));
}

/** The constants of a state by their value, best place to keep first. */
function byValue(state: State, wanted: ReadonlySet<string> | null): Map<string, ConstantRef[]> {
  const groups = new Map<string, ConstantRef[]>();
  for (const file of state.files) {
    for (const ref of constantsOf(file)) {
      const key = keyOf(ref);
      if (!wanted || wanted.has(key)) addToList(groups, key, ref);
    }
  }
  for (const group of groups.values()) group.sort(bestPlaceFirst);
  return groups;
}

function bestPlaceFirst(a: ConstantRef, b: ConstantRef): number {
  return rank(b) - rank(a) || compareText(a.file.path, b.file.path) || a.constant.startLine - b.constant.startLine;
}

function rank({ file, constant }: ConstantRef): number {
  let value = 0;
  if (!isTestPath(file.path)) value += 4;
  if (!/^[_#]/.test(constant.name)) value += 2;
  if (constant.qualifiedName === constant.name) value += 1;
  return value;
}

function reasonToHide(members: readonly ConstantRef[]): HiddenReason | null {
  if (members.every(({ file }) => isTestPath(file.path))) return 'test-constants';
  const { weight } = members[0]!.constant;
  if (weight === 0 || (members.length > RARE && weight < LONG)) return 'common-value';
  return null;
}

/**
 * Members that the other state does not have: neither in the counterpart of their file, nor, moved, under their name in a
 * file that has it no more.
 */
function freshOf(
  members: readonly ConstantRef[],
  others: readonly ConstantRef[],
  counterpart: ReadonlyMap<string, string>,
): Set<ConstantRef> {
  const left = [...others];
  const take = (wanted: (other: ConstantRef) => boolean): boolean => {
    const at = left.findIndex(wanted);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const same = (ref: ConstantRef, other: ConstantRef): boolean =>
    counterpart.get(ref.file.path) === other.file.path && ref.constant.qualifiedName === other.constant.qualifiedName;
  let open = members.filter((ref) => !take((other) => same(ref, other)));
  // Renamed where it stands, then moved under its name.
  open = open.filter((ref) => !take((other) => counterpart.get(ref.file.path) === other.file.path));
  return new Set(open.filter((ref) => !take((other) => ref.constant.name === other.constant.name)));
}

function baseToHead(baseOf: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...baseOf].map(([head, base]) => [base, head]));
}

function originsIn(context: TurnContext, fresh: ReadonlySet<ConstantRef>): (ref: ConstantRef) => Origin {
  return (ref) => (fresh.has(ref) ? 'turn' : context.originOfConstant(ref.file, ref.constant));
}

function placeOf({ file, constant }: ConstantRef): Place {
  return {
    file: file.path,
    name: constant.qualifiedName,
    startLine: constant.startLine,
    endLine: constant.endLine,
  };
}

const KIND = { string: 'text', number: 'number', pattern: 'pattern', collection: 'values' } as const;

function findingOf(
  fn: ConstantRef,
  target: ConstantRef,
  rest: readonly ConstantRef[],
  status: Finding['status'],
  origin: (ref: ConstantRef) => Origin,
  context: WholeContext,
): Finding {
  const of = (ref: ConstantRef): TargetPlace => ({ ...placeOf(ref), origin: origin(ref) });
  const { startLine, endLine } = fn.constant;
  const where = `${target.constant.qualifiedName} (${target.file.path}:${target.constant.startLine})`;
  const more = rest.length === 0 ? '' : rest.length === 1 ? ' So has one more.' : ` So have ${rest.length} more.`;
  return {
    rule: 'duplicates-constant',
    level: levelFor('duplicates-constant', 'info', context.options),
    status,
    function: placeOf(fn),
    target: of(target),
    members: rest.map(of),
    region: { startLine, endLine },
    cloneType: null,
    containment: null,
    similarity: null,
    sharedCalls: [],
    gap: null,
    message: `${fn.constant.qualifiedName} has the ${KIND[fn.constant.kind]} of ${where}.${more}`,
    fingerprint: fingerprint(fn, target),
  };
}

/** The value and both names: of two constants, which one repeats the other depends on their places. */
function fingerprint(fn: ConstantRef, target: ConstantRef): string {
  const names = [fn.constant.name, target.constant.name].sort(compareText);
  return digestTokens(['duplicates-constant', fn.constant.digest, ...names]);
}
