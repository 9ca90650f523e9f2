import ts from 'typescript';
import type { Random } from '../random.ts';
import { isFunctionNode, leaves, parseDraft, printed, rewritten, some, type Draft } from './draft.ts';
import { changesOutside } from './loops.ts';
import { assignedNames, namesOf, renamed, usesThis, withNames } from './names.ts';

/*
 * Type 3 (gaps), and the function's logic in other places: contained in a larger function, or split over helpers.
 */

function parameterNames(draft: Draft): string[] {
  return draft.fn.parameters
    .map(({ name }) => name)
    .filter(ts.isIdentifier)
    .map(({ text }) => text)
    .filter((name) => name !== 'this');
}

function remark(draft: Draft, random: Random): string {
  const subject = random.choice([...parameterNames(draft), "'input'"]);
  const label = random.choice(['step', 'progress', 'input', 'state']);
  return random.choice([
    `console.debug('${label}', ${subject});`,
    `console.log('${label}: ' + typeof ${subject});`,
    `if (typeof ${subject} === 'symbol') {\nthrow new TypeError('${label} is not as it should be');\n}`,
    `performance.mark('${label}');`,
  ]);
}

/** One to three statements for the log or as a guard, anywhere between the statements of the function. */
export function gapInsert(draft: Draft, random: Random): Draft | null {
  const places: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) for (const statement of node.statements) places.push(statement.getStart());
    node.forEachChild(visit);
  };
  visit(draft.fn);
  const chosen = random
    .shuffled(places)
    .slice(0, Math.max(1, Math.min(3, Math.floor(places.length / 4))))
    .sort((a, b) => b - a);
  let { text } = draft;
  for (const at of chosen) text = `${text.slice(0, at)}${remark(draft, random)}\n${text.slice(at)}`;
  return parseDraft(text);
}

/** One statement dropped or changed that the gist does not hang on: a guard, a message, a call for the log. */
export function gapChange(draft: Draft, random: Random): Draft | null {
  const sites: [ts.Node, string][] = [];
  let statements = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node)) statements++;
    const inBlock = ts.isBlock(node.parent) && node.parent.statements.length > 1;
    if (ts.isIfStatement(node) && !node.elseStatement && inBlock) {
      const inside = ts.isBlock(node.thenStatement) ? node.thenStatement.statements : [node.thenStatement];
      if (inside.length === 1 && ts.isThrowStatement(inside[0]!)) sites.push([node, '']);
    }
    if (ts.isExpressionStatement(node) && inBlock && /^(console|logger)\./.test(node.expression.getText()))
      sites.push([node, '']);
    if (ts.isThrowStatement(node) && ts.isNewExpression(node.expression)) {
      const message = node.expression.arguments?.[0];
      if (message) sites.push([message, "'the input is not as it should be'"]);
    }
    const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
    if (value && ts.isNumericLiteral(value)) sites.push([value, String(Number(value.text) + 3)]);
    node.forEachChild(visit);
  };
  draft.fn.body!.forEachChild(visit);
  if (sites.length === 0 || statements < 5) return null;
  const [node, replacement] = random.choice(sites);
  return parseDraft(draft.text.slice(0, node.getStart()) + replacement + draft.text.slice(node.end));
}

/** True when the body leaves at its end only, so that other statements can follow it. */
export function singleExit({ fn }: Draft): boolean {
  if (fn.asteriskToken || fn.modifiers?.length || usesThis(fn.body!)) return false;
  const inner = fn.body!.statements.slice(0, -1);
  const last = fn.body!.statements.at(-1);
  if (!last || some(fn, (node) => ts.isAwaitExpression(node) || ts.isYieldExpression(node))) return false;
  const stops = (node: ts.Node): boolean =>
    some(node, (at) => ts.isReturnStatement(at) || ts.isFunctionDeclaration(at), false);
  return (
    !inner.some(stops) &&
    !inner.some(leaves) &&
    (ts.isReturnStatement(last) || !stops(last)) &&
    fn.parameters.every(({ dotDotDotToken }) => !dotDotDotToken)
  );
}

/**
 * The guest's statements in one run, or with others between them, inside of a function that also does what the host does.
 * Null when their names cannot be kept apart.
 */
export function contained(guestDraft: Draft, hostDraft: Draft, random: Random, gaps: boolean): Draft | null {
  const own = namesOf([guestDraft.fn], guestDraft.fn);
  const guest = renamed(guestDraft, random, namesOf([hostDraft.fn], hostDraft.fn).all);
  if (!guest) return null;
  const guestNames = namesOf([guest.fn], guest.fn);
  const host = renamed(hostDraft, random, [...guestNames.all, ...own.all]);
  if (!host) return null;
  const hostNames = namesOf([host.fn], host.fn);
  if (
    [...guestNames.bound].some((name) => hostNames.all.has(name)) ||
    [...hostNames.bound].some((name) => guestNames.all.has(name))
  )
    return null;
  const results: string[] = [];
  const lines = (draft: Draft, result: string): string[] =>
    draft.fn.body!.statements.map((statement) => {
      if (!ts.isReturnStatement(statement)) return statement.getText();
      if (!statement.expression) return '';
      results.push(result);
      return `const ${result} = ${statement.expression.getText()};`;
    });
  const run = lines(guest, 'computedValue');
  const others = lines(host, 'otherValue');
  const cut = random.integer(1, Math.max(1, others.length - 1));
  const body = gaps ? mixed(run, others, random) : [...others.slice(0, cut), ...run, ...others.slice(cut)];
  if (!body) return null;
  const parameters = [...guest.fn.parameters, ...host.fn.parameters].sort(
    (a, b) => Number(Boolean(a.initializer)) - Number(Boolean(b.initializer)),
  );
  const leave =
    results.length === 0 ? '' : results.length === 1 ? `return ${results[0]};` : `return [${results.join(', ')}];`;
  return parseDraft(
    `function made(${parameters.map((parameter) => parameter.getText()).join(', ')}) {\n${[...body, leave].join('\n')}\n}`,
  );
}

/** The host's statements spread between those of the guest, both in their own order. */
function mixed(run: string[], others: string[], random: Random): string[] | null {
  if (run.length < 2 || others.length < 2) return null;
  const [first, ...spread] = others;
  const places = spread.map(() => random.integer(1, run.length - 1)).sort((a, b) => a - b);
  const merged = [first!];
  run.forEach((line, index) => {
    while (places[0] === index) {
      places.shift();
      merged.push(spread.shift()!);
    }
    merged.push(line);
  });
  return [...merged, ...spread];
}

/** Pieces of the body moved to helpers that the function calls; null when nothing can be moved. */
export function split(draft: Draft, random: Random, helperName: string): { main: Draft; helpers: Draft[] } | null {
  if (draft.fn.asteriskToken || draft.fn.modifiers?.length || usesThis(draft.fn.body!)) return null;
  const helpers: Draft[] = [];
  let main = draft;
  for (const way of random.shuffled([splitEnd, splitRun, splitLoop])) {
    const done = helpers.length < 2 ? way(main, random, `${helperName}${helpers.length + 1}`) : null;
    if (!done) continue;
    main = done.main;
    helpers.push(done.helper);
  }
  return helpers.length > 0 ? { main, helpers } : null;
}

interface Moved {
  main: Draft;
  helper: Draft;
}

function size(nodes: readonly ts.Node[]): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node)) count++;
    node.forEachChild(visit);
  };
  nodes.forEach(visit);
  return count;
}

/** Names that the nodes read and the function binds elsewhere. */
function needs(draft: Draft, nodes: readonly ts.Node[]): string[] {
  const { bound } = namesOf([draft.fn], draft.fn);
  return [...namesOf(nodes).free].filter((name) => bound.has(name)).sort();
}

function helperOf(name: string, parameters: readonly string[], lines: readonly string[]): Draft | null {
  return parseDraft(`function ${name}(${parameters.join(', ')}) {\n${lines.join('\n')}\n}`);
}

function replaced(draft: Draft, nodes: readonly ts.Node[], text: string): Draft | null {
  return parseDraft(draft.text.slice(0, nodes[0]!.getStart()) + text + draft.text.slice(nodes.at(-1)!.end));
}

function moved(main: Draft | null, helper: Draft | null): Moved | null {
  return main && helper && { main, helper };
}

function splitEnd(draft: Draft, random: Random, name: string): Moved | null {
  const statements = draft.fn.body!.statements;
  const cuts = statements
    .map((_, index) => index)
    .filter((cut) => {
      const end = statements.slice(cut);
      if (cut === 0 || size(end) < 2 || end.some(ts.isFunctionDeclaration)) return false;
      const before = statements.slice(0, cut);
      const declares = namesOf(end).bound;
      // A function made before must not see what the end changes or declares.
      const closures = before.some((node) => some(node, isFunctionNode));
      const shadows = [...declares].some((other) => namesOf([...before, ...draft.fn.parameters]).all.has(other));
      return (
        !shadows && !(closures && end.some((node) => assignedNames(node).size > 0)) && needs(draft, end).length <= 7
      );
    });
  if (cuts.length === 0) return null;
  const end = statements.slice(random.choice(cuts));
  const parameters = needs(draft, end);
  const call = `return ${name}(${parameters.join(', ')});`;
  return moved(
    replaced(draft, end, call),
    helperOf(
      name,
      parameters,
      end.map((node) => node.getText()),
    ),
  );
}

function splitRun(draft: Draft, random: Random, name: string): Moved | null {
  const statements = draft.fn.body!.statements;
  const runs: ts.Statement[][] = [];
  for (let start = 0; start < statements.length; start++) {
    for (let end = start + 2; end < Math.min(statements.length, start + 5); end++) {
      const run = statements.slice(start, end);
      const closes = run.some((node) => some(node, (at) => ts.isFunctionDeclaration(at) || ts.isThrowStatement(at)));
      if (closes || changesOutside(run) || needs(draft, run).length > 7) continue;
      const made = results(run, statements.slice(end));
      // What changes later must not be captured or handed back as a constant.
      if (made && !statements.slice(end).some((node) => [...assignedNames(node)].some((other) => made.includes(other))))
        runs.push(run);
    }
  }
  if (runs.length === 0) return null;
  const run = random.choice(runs);
  const made = results(run, statements.slice(statements.indexOf(run.at(-1)!) + 1))!;
  const parameters = needs(draft, run);
  const single = made.length === 1;
  const back = single ? made[0]! : `[${made.join(', ')}]`;
  const call = `const ${back} = ${name}(${parameters.join(', ')});`;
  return moved(
    replaced(draft, run, call),
    helperOf(name, parameters, [...run.map((node) => node.getText()), `return ${back};`]),
  );
}

/** Names that the run declares at its top and that are read after it: one to three, or null. */
function results(run: readonly ts.Statement[], after: readonly ts.Statement[]): string[] | null {
  const tops = run
    .filter(ts.isVariableStatement)
    .flatMap((node) => node.declarationList.declarations.flatMap(({ name }) => [...namesOf([name]).all]));
  const read = namesOf(after).all;
  const used = [...new Set(tops)].filter((name) => read.has(name)).sort();
  return used.length >= 1 && used.length <= 3 ? used : null;
}

function splitLoop(draft: Draft, _random: Random, name: string): Moved | null {
  for (const loop of draft.fn.body!.statements) {
    if (!ts.isForOfStatement(loop) || loop.awaitModifier || !ts.isBlock(loop.statement)) continue;
    const inside = loop.statement.statements;
    if (inside.length === 0 || size(inside) < 3 || changesOutside(inside) || needs(draft, inside).length > 7) continue;
    const parameters = needs(draft, inside);
    return moved(
      replaced(draft, inside, `${name}(${parameters.join(', ')});`),
      helperOf(
        name,
        parameters,
        inside.map((node) => node.getText()),
      ),
    );
  }
  return null;
}

/** One text by which functions are equal that differ in the names that they bind, in layout and in types only. */
export function canonical(draft: Draft): string {
  const { bound } = namesOf([draft.fn], draft.fn);
  const seen = new Map<string, string>();
  rewritten(draft.fn, (node) => {
    if (ts.isIdentifier(node) && bound.has(node.text) && !seen.has(node.text)) seen.set(node.text, `name${seen.size}`);
    return null;
  });
  const own = withNames(draft, seen) ?? draft;
  return printed(own).fn.body!.getText() + own.fn.parameters.length;
}
