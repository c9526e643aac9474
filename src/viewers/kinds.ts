import { entries, isTree, type Size } from './data.js';
import { ErrorView } from './error-view.js';
import { comparisonsOf } from './match/diff.js';
import { errorOf } from './match/error.js';
import { mediaOf } from './match/media.js';
import { sqlOf } from './match/sql.js';
import { isTable } from './match/table.js';
import { hasRows, isLarge } from './reader.js';
import type { ViewerType, ViewName } from './viewer.js';

interface Kind {
  readonly name: ViewName;
  /** Cheap, whatever the size of the value. `hinted`: the sender says that it is one. */
  readonly fits: (value: unknown, hinted: boolean) => boolean;
  /** It shows the head of a large value by itself. */
  readonly large?: true;
  /** What senders call it. */
  readonly hints: readonly string[];
  /** Loaded when the first such value is opened. */
  readonly load: () => Promise<ViewerType>;
}

/** In order: the first that fits shows the value, unless a hint says otherwise. */
const kinds: readonly Kind[] = [
  {
    name: 'error',
    fits: (value, hinted) => errorOf(value, hinted) !== undefined,
    hints: ['error'],
    load: () => Promise.resolve(ErrorView),
  },
  {
    name: 'media',
    fits: (value, hinted) => mediaOf(value, hinted) !== undefined,
    large: true,
    hints: ['image', 'images', 'media', 'file', 'files', 'gallery', 'attachments'],
    load: async () => (await import('./media/index.js')).MediaView,
  },
  {
    name: 'diff',
    fits: (value, hinted) => comparisonsOf(value, hinted) !== undefined,
    hints: ['diff', 'patch'],
    load: async () => (await import('./diff/index.js')).DiffView,
  },
  {
    name: 'sql',
    fits: (value, hinted) => sqlOf(value, hinted) !== undefined,
    hints: ['sql'],
    load: async () => (await import('./sql/index.js')).SqlView,
  },
  {
    name: 'table',
    fits: isTable,
    large: true,
    hints: ['table', 'rows', 'grid'],
    load: async () => (await import('./table/index.js')).TableView,
  },
  {
    name: 'tree',
    fits: (value, hinted) => hinted && isTree(value),
    large: true,
    hints: ['tree', 'json'],
    load: async () => (await import('./json-tree/index.js')).TreeView,
  },
];

/** The view that a value is opened in, and the others that a press leads to. */
export interface Views {
  readonly main: ViewName;
  readonly others: readonly ViewName[];
}

/** Chosen once for each value. */
export function chooseViews(value: unknown, size: Size, hint = ''): Views {
  const words = hint.toLowerCase().split(/[^a-z]+/u);
  const able = kinds.filter(({ large }) => large === true || !isLarge(size));
  const kind =
    able.find(({ hints, fits }) => hints.some((each) => words.includes(each)) && fits(value, true)) ?? able.find(({ fits }) => fits(value, false));
  const main = kind?.name ?? plainView(value, size);
  const others: readonly ViewName[] = isTree(value) ? [...(isNested(value) ? (['tree'] as const) : []), 'text'] : ['text'];
  const plain = main === 'fields' && !isTree(value);
  return { main, others: plain ? [] : others.filter((each) => each !== main) };
}

/** Rows where they are few, the head of what is large, else a tree. */
function plainView(value: unknown, size: Size): ViewName {
  if (hasRows(size)) return 'fields';
  return isTree(value) && !isLarge(size) ? 'tree' : 'text';
}

/** A tree of one level is what rows show better. */
function isNested(tree: object): boolean {
  let seen = 0;
  for (const [, value] of entries(tree)) {
    if ((isTree(value) && !isEmpty(value)) || ++seen > MOST_FLAT) return true;
  }
  return false;
}

const MOST_FLAT = 50;

function isEmpty(tree: object): boolean {
  return entries(tree).next().done === true;
}

const loaded = new Map<ViewName, ViewerType>([['error', ErrorView]]);

/** The viewer of a kind, where its file is there already. */
export function viewerType(name: ViewName): ViewerType | undefined {
  return loaded.get(name);
}

/** Loads it. Rejects when its file cannot be had; another call tries again. */
export async function loadViewer(name: ViewName): Promise<void> {
  const type = await kinds.find((kind) => kind.name === name)?.load();
  if (type !== undefined) loaded.set(name, type);
}
