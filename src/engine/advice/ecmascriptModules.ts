import { asObject, asStrings, own, readConfigObject } from '../graph/ecmascript/configJson.ts';
import { WorkspacePackages, type WorkspacePackage } from '../graph/ecmascript/workspacePackages.ts';
import { folderOf, foldersUp, inFolder, joinPath } from '../graph/paths.ts';
import type { FileDetail } from '../model/facts.ts';
import type { StateFile } from '../model/state.ts';

export type ModuleSystem = 'commonjs' | 'module';

const MOST_EXTENDED = 20;
/** Neighbours that are asked when a file shows no module system itself. */
const MOST_ASKED = 40;
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Which module system a file belongs to, as Node decides it (ending, what the file holds, `type` of the nearest
 * package.json), and what the packages of a workspace are to each other.
 */
export class EcmascriptModules {
  private readonly packages: WorkspacePackages;
  private readonly shown = new Map<string, ModuleSystem | null>();

  constructor(
    private readonly configs: ReadonlyMap<string, string>,
    private readonly files: ReadonlyMap<string, StateFile>,
  ) {
    this.packages = new WorkspacePackages(configs);
  }

  /**
   * The system in which an import is written into the file. TypeScript is written with `import` in both.
   * @param imported what it imports: where nothing else tells, a compiler for it reads the file too
   */
  systemOf(file: StateFile, imported?: StateFile): ModuleSystem {
    const byName = /\.([cm])[jt]sx?$/.exec(file.path)?.[1];
    if (byName !== undefined) return byName === 'c' && file.language === 'javascript' ? 'commonjs' : 'module';
    if (file.language !== 'javascript') return 'module';
    const shown = this.shownBy(file);
    if (shown) return shown;
    const around = this.packages.around(folderOf(file.path));
    const type = own(around?.manifest, 'type');
    if (type === 'module' || type === 'commonjs') return type;
    const isCompiled = around === null && imported !== undefined && imported.language !== 'javascript';
    return this.shownNear(file) ?? (isCompiled ? 'module' : 'commonjs');
  }

  /** True for what `require` cannot load (Node 20): an ECMAScript module that no compiler comes before. */
  isOnlyImported(file: StateFile): boolean {
    if (/\.m[jt]sx?$/.test(file.path)) return true;
    return file.language === 'javascript' && this.systemOf(file) === 'module';
  }

  /** True where TypeScript resolves as Node does, so that a relative import names its ending. */
  needsEnding(file: StateFile): boolean {
    for (const folder of foldersUp(folderOf(file.path))) {
      const path = inFolder(folder, 'tsconfig.json');
      if (this.configs.has(path)) return this.isNodeConfig(path, 0);
    }
    return false;
  }

  /** The package around a file when it is not the one around the other: with a name, by which it can be imported. */
  otherPackage(from: StateFile, to: StateFile): { name: string; isDependency: boolean } | null {
    const [ours, theirs] = [this.packages.around(folderOf(from.path)), this.packages.around(folderOf(to.path))];
    if (!theirs || theirs === ours || theirs.name === null) return null;
    return { name: theirs.name, isDependency: ours !== null && dependsOn(ours, theirs.name) };
  }

  private isNodeConfig(path: string, depth: number): boolean {
    const config = readConfigObject(this.configs.get(path));
    const options = asObject(own(config, 'compilerOptions'));
    const stated = own(options, 'moduleResolution') ?? own(options, 'module');
    if (typeof stated === 'string') return /^node(?:next|\d\d)$/i.test(stated);
    if (depth >= MOST_EXTENDED) return false;
    for (const base of asStrings(own(config, 'extends')).reverse()) {
      const joined = base.startsWith('.') ? joinPath(folderOf(path), base) : null;
      const found = [joined, `${joined}.json`].find((one) => one !== null && this.configs.has(one));
      if (found) return this.isNodeConfig(found, depth + 1);
    }
    return false;
  }

  private shownBy(file: StateFile): ModuleSystem | null {
    let known = this.shown.get(file.path);
    if (known === undefined) this.shown.set(file.path, (known = shownIn(file.detail())));
    return known;
  }

  private shownNear(file: StateFile): ModuleSystem | null {
    const folder = folderOf(file.path);
    const near = [...this.files.values()].filter(
      ({ path, language }) => language === 'javascript' && path !== file.path && !/\.[cm]js$/.test(path),
    );
    near.sort((a, b) => Number(folderOf(b.path) === folder) - Number(folderOf(a.path) === folder));
    for (const one of near.slice(0, MOST_ASKED)) {
      const shown = this.shownBy(one);
      if (shown) return shown;
    }
    return null;
  }
}

function dependsOn({ manifest }: WorkspacePackage, name: string): boolean {
  return DEPENDENCIES.some((field) => own(asObject(own(manifest, field)), name) !== undefined);
}

/** What the text of a file itself tells: its imports, and whether its exports go through `exports`. */
function shownIn(detail: FileDetail): ModuleSystem | null {
  const isImport = new Set(['default', 'from', 'namespace', 'side-effect']);
  if (detail.imports.some(({ form }) => isImport.has(form))) return 'module';
  if (namesExports(detail) || detail.imports.some(({ form }) => form === 'require')) return 'commonjs';
  return detail.exports.length > 0 || detail.imports.some(({ form }) => form.startsWith('reexport')) ? 'module' : null;
}

function namesExports({ strings, references }: FileDetail): boolean {
  const [exported, module] = [strings.indexOf('exports'), strings.indexOf('module')];
  if (exported < 0) return false;
  const { name, receiver } = references;
  return name.some((one, i) => {
    if (one !== exported) return false;
    const of = receiver[i]!;
    return of === -1 || (of >= 0 && module >= 0 && name[of] === module);
  });
}
