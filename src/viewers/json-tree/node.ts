import { entries, isList, isTree, keysOf, leafText, read, type Entry } from '../data.js';

/** More parts than these stand in ranges, so that no row ever opens to more. */
const RANGE = 100;
/** Below this level a tree is not opened any further; its value can still be copied. */
export const DEEPEST = 100;

interface Place {
  readonly parent?: TreeNode;
  readonly key?: string | undefined;
  /** Where it is in its list or object. */
  readonly index: number;
  readonly range?: readonly [from: number, to: number];
}

/** One row of a tree, and what is known of the rows below it. Nothing below is looked at before it is opened. */
export class TreeNode {
  readonly value: unknown;
  readonly parent: TreeNode | undefined;
  readonly key: string | undefined;
  readonly index: number;
  readonly level: number;
  readonly range: readonly [from: number, to: number] | undefined;
  /** Its value is one that it stands in. */
  readonly circular: boolean;
  open = false;
  #parts: Parts | undefined;
  #children: readonly TreeNode[] | undefined;

  constructor(value: unknown, { parent, key, index, range }: Place = { index: 0 }) {
    this.value = value;
    this.parent = parent;
    this.key = key;
    this.index = index;
    this.range = range;
    this.level = parent === undefined ? 0 : parent.level + 1;
    this.circular = range === undefined && isTree(value) && isAbove(parent, value);
  }

  /** How many parts its value has, or its range. */
  get count(): number {
    if (!isTree(this.value) || this.circular) return 0;
    if (this.range !== undefined) return this.range[1] - this.range[0];
    return this.#all.count;
  }

  get deep(): boolean {
    return this.level >= DEEPEST && this.count > 0;
  }

  get canOpen(): boolean {
    return this.count > 0 && !this.deep;
  }

  get children(): readonly TreeNode[] {
    return (this.#children ??= this.canOpen ? this.#make() : []);
  }

  /** `$.orders[3]["first name"]`. A range is no step. */
  get path(): string {
    let path = '';
    // Level by level and not by recursion: a tree may be deep.
    for (let node: TreeNode | undefined = this.range === undefined ? this : this.parent; node?.parent !== undefined; node = node.parent) {
      if (node.range !== undefined) continue;
      path = step(node) + path;
    }
    return `$${path}`;
  }

  /** The part at a place of its value, through the ranges to it. */
  at(index: number): TreeNode | undefined {
    let node = this.children.find((child) => child.#holds(index));
    while (node?.range !== undefined) node = node.children.find((child) => child.#holds(index));
    return node;
  }

  #holds(index: number): boolean {
    return this.range === undefined ? this.index === index : index >= this.range[0] && index < this.range[1];
  }

  get #all(): Parts {
    if (this.#parts === undefined) {
      const { parent, range, value } = this;
      this.#parts = parent !== undefined && range !== undefined ? parent.#all : partsOf(value as object);
    }
    return this.#parts;
  }

  #make(): TreeNode[] {
    const [from, to] = this.range ?? [0, this.#all.count];
    let size = 1;
    while ((to - from) / size > RANGE) size *= RANGE;
    const made: TreeNode[] = [];
    for (let start = from; start < to; start += size) {
      if (size > 1) made.push(new TreeNode(this.value, { parent: this, index: start, range: [start, Math.min(start + size, to)] }));
      else {
        const [key, value] = this.#all.get(start);
        made.push(new TreeNode(value, { parent: this, key, index: start }));
      }
    }
    return made;
  }
}

/** The parts of a value by their place. */
interface Parts {
  readonly count: number;
  readonly get: (index: number) => Entry;
}

function partsOf(tree: object): Parts {
  if (tree instanceof Map || tree instanceof Set) {
    const all = [...entries(tree)];
    return { count: all.length, get: (index) => all[index] ?? [undefined, undefined] };
  }
  if (isList(tree)) {
    const length = read(tree, 'length');
    return { count: typeof length === 'number' ? length : 0, get: (index) => [undefined, read(tree, index)] };
  }
  const keys = keysOf(tree);
  return { count: keys.length, get: (index) => [keys[index], read(tree, keys[index] ?? '')] };
}

function isAbove(node: TreeNode | undefined, value: object): boolean {
  for (let above = node; above !== undefined; above = above.parent) if (above.value === value && above.range === undefined) return true;
  return false;
}

function step({ key, index }: TreeNode): string {
  if (key === undefined) return `[${String(index)}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** The rows that are seen, in order. */
export function rowsOf(root: TreeNode): TreeNode[] {
  const rows: TreeNode[] = [];
  const waiting = [...root.children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    rows.push(node);
    if (!node.open) continue;
    waiting.push(...[...node.children].reverse());
  }
  return rows;
}

/** Opens what is small, level by level, until about so many rows are seen. */
export function openSome(root: TreeNode, limit: number): void {
  let seen = root.children.length;
  let level = root.children;
  while (level.length > 0) {
    const below: TreeNode[] = [];
    for (const node of level) {
      if (!node.canOpen || seen + node.children.length > limit) continue;
      node.open = true;
      seen += node.children.length;
      below.push(...node.children);
    }
    level = below;
  }
}

/** What a row without parts, or a closed one, shows of its value as text. */
export function leafOf(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : leafText(value);
}
