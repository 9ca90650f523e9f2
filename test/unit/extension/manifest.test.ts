import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'mocha';

interface Manifest {
  contributes: {
    commands: { command: string; title: string }[];
    menus: Record<string, { command: string }[]>;
    colors: { id: string; defaults: Record<string, string> }[];
    viewsContainers: Record<string, { icon: string }[]>;
    views: Record<string, { id: string }[]>;
    viewsWelcome: { view: string; when: string; contents: string }[];
  };
}

const file = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const text = readFileSync(file('package.json'), 'utf8');
const { contributes } = JSON.parse(text) as Manifest;
const words = JSON.parse(readFileSync(file('package.nls.json'), 'utf8')) as Record<string, string>;

describe('what the extension contributes', () => {
  it('has words for every key, and no words without one', () => {
    const keys = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(keys)].sort(), Object.keys(words).sort());
  });

  it('has fewer than thirty commands, each in the table, and only these in menus and texts', () => {
    const ids = contributes.commands.map(({ command }) => command);
    assert.ok(ids.length < 30, `${ids.length} commands`);
    const table = readFileSync(file('src/extension/commands/table.ts'), 'utf8');
    const listed = [...table.matchAll(/^ {2}'(rewheel\.\w+)':/gm)].map(([, id]) => id!);
    assert.deepEqual([...ids].sort(), listed.sort());
    const inMenus = Object.values(contributes.menus)
      .flat()
      .map(({ command }) => command);
    const inTexts = Object.values(words).flatMap((one) =>
      [...one.matchAll(/command:(rewheel\.\w+)/g)].map(([, id]) => id!),
    );
    for (const id of [...inMenus, ...inTexts]) assert.ok(ids.includes(id), id);
  });

  it('has colours for all four kinds of themes', () => {
    for (const { id, defaults } of contributes.colors)
      assert.deepEqual(Object.keys(defaults).sort(), ['dark', 'highContrast', 'highContrastLight', 'light'], id);
  });

  it('has a text with a button for every state in which a view is empty', () => {
    const states = (view: string): string[] => {
      const source = readFileSync(file(`src/extension/views/${view}View.ts`), 'utf8');
      const union = /type \w+State = ([^;]*);/.exec(source)?.[1] ?? '';
      return [...union.matchAll(/'([\w-]+)'/g)].map(([, state]) => state!).filter((state) => state !== 'some');
    };
    for (const view of ['turns', 'findings']) {
      const told = contributes.viewsWelcome.filter((one) => one.view === `rewheel.${view}`);
      assert.deepEqual(
        told.map(({ when }) => when).sort(),
        states(view)
          .map((state) => `rewheel.${view}State == ${state}`)
          .sort(),
      );
      for (const { contents } of told) assert.match(words[contents.replaceAll('%', '')] ?? '', /\[.+\]\(command:/);
    }
  });

  it('has the icons that it names', () => {
    const icons = Object.values(contributes.viewsContainers)
      .flat()
      .map(({ icon }) => icon);
    const gutter = ['repeated', 'target'].flatMap((name) => ['light', 'dark'].map((theme) => `${name}-${theme}.svg`));
    for (const icon of [...icons, ...gutter.map((name) => `media/icons/${name}`)])
      assert.ok(existsSync(file(icon)), icon);
  });
});
