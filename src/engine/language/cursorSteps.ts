import type { Tree, TreeCursor } from 'web-tree-sitter';

/**
 * The steps of a cursor walk. Two forms: the public cursor of web-tree-sitter, and the same C functions called
 * without the marshalling that the public cursor repeats at every property (five times faster: 0.2 against 1.1 µs a
 * node, measured on the standard library). The fast form depends on names inside the pinned version of
 * web-tree-sitter; where one of them is missing the public form serves, and a test holds both to the same tree.
 */
export interface CursorSteps {
  kind(): number;
  start(): number;
  end(): number;
  field(): number;
  missing(): boolean;
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
  /** Hands the walk's state back to the cursor, so that it can be freed. */
  finish(): void;
}

/** The parts of the Emscripten module that the fast form calls. `Parser.init` hands the module to `preRun` hooks. */
export interface RuntimeModule {
  HEAP32: Int32Array;
  _ts_init(): number;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  _ts_tree_cursor_current_node_is_missing_wasm(tree: number): number;
}

const NEEDED: (keyof RuntimeModule)[] = [
  'HEAP32',
  '_ts_init',
  '_ts_tree_cursor_goto_first_child_wasm',
  '_ts_tree_cursor_goto_next_sibling_wasm',
  '_ts_tree_cursor_goto_parent_wasm',
  '_ts_tree_cursor_current_node_type_id_wasm',
  '_ts_tree_cursor_start_index_wasm',
  '_ts_tree_cursor_end_index_wasm',
  '_ts_tree_cursor_current_field_id_wasm',
  '_ts_tree_cursor_current_node_is_missing_wasm',
];

let fastModule: RuntimeModule | undefined;
let transferBuffer = 0;

/** Called once after `Parser.init` with the module that a `preRun` hook saw; keeps it when all needed names are there. */
export function useRuntimeModule(module: unknown): void {
  const candidate = module as RuntimeModule | undefined;
  if (!candidate || NEEDED.some((name) => candidate[name] === undefined)) return;
  transferBuffer = candidate._ts_init() >> 2;
  fastModule = candidate;
}

/** Bytes of WebAssembly memory that this thread's runtime holds; it never shrinks. 0 while unknown. */
export function runtimeMemoryBytes(): number {
  return fastModule?.HEAP32.buffer.byteLength ?? 0;
}

/** Steps over `cursor`, which stands on the root of `tree`; `form` is for the test that compares the two. */
export function cursorSteps(tree: Tree, cursor: TreeCursor, form: 'best' | 'public' = 'best'): CursorSteps {
  const state = cursor as unknown as number[];
  const address = (tree as unknown as number[])[0];
  if (form === 'public' || !fastModule || address === undefined) return publicSteps(cursor);
  const module = fastModule;
  for (let i = 0; i < 4; i++) module.HEAP32[transferBuffer + i] = state[i]!;
  // Taken out of the module once, not at every step.
  const kind = module._ts_tree_cursor_current_node_type_id_wasm;
  const start = module._ts_tree_cursor_start_index_wasm;
  const end = module._ts_tree_cursor_end_index_wasm;
  const field = module._ts_tree_cursor_current_field_id_wasm;
  const missing = module._ts_tree_cursor_current_node_is_missing_wasm;
  const firstChild = module._ts_tree_cursor_goto_first_child_wasm;
  const nextSibling = module._ts_tree_cursor_goto_next_sibling_wasm;
  const parent = module._ts_tree_cursor_goto_parent_wasm;
  return {
    kind: () => kind(address) & 0xffff,
    start: () => start(address),
    end: () => end(address),
    field: () => field(address),
    missing: () => missing(address) !== 0,
    firstChild: () => firstChild(address) !== 0,
    nextSibling: () => nextSibling(address) !== 0,
    parent: () => parent(address) !== 0,
    // The walk may have moved the cursor's stack in memory: its new place must be known before it is freed.
    finish: () => {
      for (let i = 0; i < 4; i++) state[i] = module.HEAP32[transferBuffer + i]!;
    },
  };
}

function publicSteps(cursor: TreeCursor): CursorSteps {
  return {
    kind: () => cursor.nodeTypeId & 0xffff,
    start: () => cursor.startIndex,
    end: () => cursor.endIndex,
    field: () => cursor.currentFieldId,
    missing: () => cursor.nodeIsMissing,
    firstChild: () => cursor.gotoFirstChild(),
    nextSibling: () => cursor.gotoNextSibling(),
    parent: () => cursor.gotoParent(),
    finish: () => undefined,
  };
}
