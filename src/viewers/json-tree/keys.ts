import type { TreeNode } from './node.js';

/** What a key does in a tree, after the ARIA Authoring Practices. `toggle`: the row under the focus opens or closes. */
export type TreeMove = { readonly to: TreeNode } | { readonly toggle: readonly TreeNode[] };

interface Spot {
  readonly rows: readonly TreeNode[];
  readonly current: TreeNode;
}

const moves: Readonly<Record<string, (spot: Spot) => TreeMove | undefined>> = {
  ArrowDown: ({ rows, current }) => go(rows[rows.indexOf(current) + 1]),
  ArrowUp: ({ rows, current }) => go(rows[rows.indexOf(current) - 1]),
  ArrowRight: ({ current }) => (current.open ? go(current.children[0]) : toggle(current)),
  ArrowLeft: ({ current }) => (current.open ? toggle(current) : go(current.parent?.parent === undefined ? undefined : current.parent)),
  'Home': ({ rows }) => go(rows[0]),
  'End': ({ rows }) => go(rows.at(-1)),
  'Enter': ({ current }) => toggle(current),
  ' ': ({ current }) => toggle(current),
  '*': ({ current }) => ({ toggle: current.parent?.children.filter((each) => each.canOpen && !each.open) ?? [] }),
};

/** `undefined`: the key is none of the tree's. Any other character leads to the next name that begins with it. */
export function treeMove(key: string, spot: Spot): TreeMove | undefined {
  if (Object.hasOwn(moves, key)) return moves[key]?.(spot) ?? { toggle: [] };
  return key.length === 1 ? go(named(key, spot)) : undefined;
}

function go(node: TreeNode | undefined): TreeMove | undefined {
  return node && { to: node };
}

function toggle(node: TreeNode): TreeMove | undefined {
  return node.canOpen ? { toggle: [node] } : undefined;
}

function named(key: string, { rows, current }: Spot): TreeNode | undefined {
  const at = rows.indexOf(current);
  const wanted = key.toLowerCase();
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find((node) => node.key?.toLowerCase().startsWith(wanted));
}
