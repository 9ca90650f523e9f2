/** Folders that package managers fill: their files are named as vendored, and never opened. */
const DEPENDENCY_FOLDERS = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'site-packages',
  'dist-packages',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '.eggs',
  '__pypackages__',
  '.yarn',
  '.pnpm-store',
]);

/** Folders that by custom hold other people's code, kept with the sources. */
const VENDOR_FOLDERS = new Set([
  'vendor',
  'vendors',
  'vendored',
  '_vendor',
  '_vendored',
  'third_party',
  'third-party',
  'thirdparty',
  '3rdparty',
  '3rd_party',
]);

const GENERATED_NAMES = [
  /[.-]min\.[cm]?js$/i,
  /_pb2(?:_grpc)?\.pyi?$/,
  /_pb\.(?:d\.ts|[jt]s)$/,
  /\.pb\.[jt]s$/,
  /_grpc_pb\.(?:d\.ts|[jt]s)$/,
  /\.generated\.(?:d\.ts|[cm]?[jt]sx?|pyi?)$/i,
  /(?:^|\/)__generated__\//,
  /(?:^|\/)(?:parsetab|lextab)\.py$/,
  /(?:^|\/)\.pnp\.c?js$/,
  /(?:^|\/)\.ipynb_checkpoints\//,
];

/** What a path alone says about its file. Paths are relative to the workspace root, with `/`. */
export interface PathVerdict {
  generated: boolean;
  vendored: boolean;
  /** Lies in a folder that a package manager filled. */
  dependency: boolean;
}

const ORDINARY: PathVerdict = { generated: false, vendored: false, dependency: false };

/** Judges a path by its folder names and by the names that generators give (design.md section 3: generated, vendored). */
export function judgePath(path: string): PathVerdict {
  const generated = GENERATED_NAMES.some((name) => name.test(path));
  let vendored = false;
  let dependency = false;
  const slash = path.lastIndexOf('/');
  if (slash > 0) {
    for (const folder of path.slice(0, slash).split('/')) {
      if (DEPENDENCY_FOLDERS.has(folder)) dependency = true;
      else if (VENDOR_FOLDERS.has(folder.toLowerCase())) vendored = true;
    }
  }
  return generated || vendored || dependency ? { generated, vendored: vendored || dependency, dependency } : ORDINARY;
}

/** Names of the configuration files that resolution reads. */
export function isConfigFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    name === 'package.json' ||
    name === 'pyproject.toml' ||
    name === 'setup.cfg' ||
    name === 'go.mod' ||
    name === 'Cargo.toml' ||
    name === 'jsconfig.json' ||
    /^tsconfig.*\.json$/.test(name)
  );
}
