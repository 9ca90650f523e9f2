import type { Random } from '../../bench/accuracy/random.ts';
import { ORDERS, type Expression, type Operator, type Relation, type Statement } from './program.ts';

/** A node that was picked, with a way to put another in its place. */
interface Place {
  node: Expression | Statement | Statement[];
  names: readonly string[];
}

const OTHER: Readonly<Record<string, readonly string[]>> = {
  '+': ['-', '*', '|'],
  '-': ['+', '*'],
  '*': ['+', '-', '&'],
  '&': ['|', '+'],
  '|': ['&', '+'],
  '<': ['<=', '>', '!='],
  '<=': ['<', '>='],
  '>': ['>=', '<', '!='],
  '>=': ['>', '<='],
  '==': ['!=', '<='],
  '!=': ['==', '<'],
};

/** A copy of the program with one small change. Most change what it does, some do not. */
export function mutant(of: Statement[], random: Random): Statement[] {
  const copy = structuredClone(of);
  for (let tries = 0; tries < 50; tries++) {
    const { node, names } = random.choice(placesOf(copy));
    if (change(node, names, random)) return copy;
  }
  return copy;
}

function placesOf(statements: Statement[]): Place[] {
  const places: Place[] = [];
  const names = new Set(['a', 'b']);
  const expression = (node: Expression | null): void => {
    if (!node) return;
    places.push({ node, names: [...names] });
    for (const value of Object.values(node)) if (isNode(value)) expression(value as Expression);
  };
  const block = (list: Statement[]): void => {
    const before = new Set(names);
    places.push({ node: list, names: [] });
    for (const one of list) {
      places.push({ node: one, names: [...names] });
      const own = 'item' in one ? one.item : one.kind === 'each' || one.kind === 'count' ? one.name : null;
      if (own) names.add(own);
      for (const value of Object.values(one)) {
        if (Array.isArray(value) && one.kind !== 'joined') block(value as Statement[]);
        else if (isNode(value)) expression(value as Expression);
      }
      if (own) names.delete(own);
      if (one.kind === 'assign' || one.kind === 'sum') names.add(one.name);
    }
    for (const name of names) if (!before.has(name)) names.delete(name);
  };
  block(statements);
  return places;
}

function isNode(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function change(node: Place['node'], names: readonly string[], random: Random): boolean {
  if (Array.isArray(node)) {
    if (node.length < 2) return false;
    const at = random.integer(0, node.length - 2);
    const [one, other] = [node[at]!, node[at + 1]!];
    if (random.chance(0.3) && one.kind !== 'return' && one.kind !== 'assign' && one.kind !== 'sum') {
      node.splice(at, 1);
      return true;
    }
    if (['return', 'leave'].includes(other.kind) || setsFor(one, other)) return false;
    node[at] = other;
    node[at + 1] = one;
    return true;
  }
  switch (node.kind) {
    case 'number':
      node.value += random.choice([-1, 1]);
      return true;
    case 'variable': {
      const others = names.filter((name) => name !== node.name);
      if (others.length === 0) return false;
      node.name = random.choice(others);
      return true;
    }
    case 'binary':
    case 'relation':
      if (random.chance(0.5)) [node.left, node.right] = [node.right, node.left];
      else node.operator = random.choice(OTHER[node.operator]!) as Operator & Relation;
      return true;
    case 'add':
      node.operator = random.choice(OTHER[node.operator]!) as Operator;
      return true;
    case 'logical':
      if (random.chance(0.5)) [node.left, node.right] = [node.right, node.left];
      else node.operator = node.operator === 'and' ? 'or' : 'and';
      return true;
    case 'choice':
      [node.then, node.otherwise] = [node.otherwise, node.then];
      return true;
    case 'if':
      if (random.chance(0.5)) node.test = { kind: 'not', operand: node.test };
      else [node.then, node.otherwise] = [node.otherwise.length > 0 ? node.otherwise : node.then, node.then];
      return true;
    case 'length':
    case 'member':
      node.of = node.of === 'xs' ? 'ys' : 'xs';
      return true;
    case 'call':
      node.name = node.name === 'tell' ? 'double' : 'tell';
      return true;
    case 'append':
      node.to = node.to === 'xs' ? 'ys' : 'xs';
      return true;
    case 'leave':
      node.how = node.how === 'break' ? 'continue' : 'break';
      return true;
    case 'show':
      node.whole = !node.whole;
      return true;
    case 'keep':
      node.own = !node.own;
      return true;
    case 'grow':
      if (random.chance(0.7)) node.fixed = !node.fixed;
      else node.longer = !node.longer;
      return true;
    case 'joined':
      node.order = random.choice(ORDERS);
      return true;
    case 'mapped':
      if (random.chance(0.7)) node.bare = !node.bare;
      else node.name = node.name === 'pair' ? 'double' : 'pair';
      return true;
    case 'search':
      node.found = !node.found;
      return true;
    case 'each':
    case 'gather':
    case 'sum':
      node.of = node.of === 'xs' ? 'ys' : 'xs';
      return true;
    case 'count':
      if (node.from.kind === 'number') node.from.value = 1 - node.from.value;
      return true;
    default:
      return false;
  }
}

/** True when the second statement may need what the first one sets. */
function setsFor(one: Statement, other: Statement): boolean {
  if (one.kind !== 'assign' && one.kind !== 'sum') return false;
  return JSON.stringify(other).includes(`"${one.name}"`);
}
