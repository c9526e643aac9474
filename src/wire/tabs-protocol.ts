import type { TabsEntry, TabsFault, TabsMessage } from './tabs-message.js';

/**
 * Where a tab stands in one attempt. The lock is asked for from the first moment on, and whoever has it leads:
 *
 * - `waiting`: has asked to join, nobody has answered yet;
 * - `following`: gets what the leader gets, up to entry number `at`;
 * - `orphan`: its leader has left, and the lock or the next leader's `lead` is on its way;
 * - `elected`: has the lock of a leader that went without a word, whose last messages may still be on their way;
 * - `leading`: has a connection, and passes on what it brings;
 * - `alone`: has a connection, and is out of it.
 */
export type TabsRole =
  | { readonly name: 'waiting' }
  | { readonly name: 'following'; readonly leader: string; readonly at: number }
  | { readonly name: 'orphan' }
  | { readonly name: 'elected'; readonly leader: string; readonly at: number }
  | { readonly name: 'leading' }
  | { readonly name: 'alone' };

/** A message of another tab, the lock, or the end of the patience that `PATIENCE` gives a role. */
export type TabsInput = TabsMessage | { readonly type: 'granted' } | { readonly type: 'silence' };

/** What a step asks for besides the new role. `join` asks the leader; the connection is opened by the role's change. */
export type TabsEffect =
  | { readonly do: 'join' }
  | { readonly do: 'alive' }
  | { readonly do: 'open'; readonly date?: number }
  | { readonly do: 'deliver'; readonly entries: readonly TabsEntry[] }
  | { readonly do: 'finish'; readonly fault?: TabsFault };

export interface TabsStep {
  readonly role: TabsRole;
  readonly effects: readonly TabsEffect[];
}

/**
 * Milliseconds after which a role hears `silence`. A leader that does not answer is frozen with the lock in its hands.
 * One that went without a word has crashed, or its word is slower than the lock.
 */
export const PATIENCE: Readonly<Partial<Record<TabsRole['name'], number>>> = { waiting: 3_000, orphan: 3_000, elected: 250 };

type Rules<R> = { readonly [T in TabsInput['type']]?: (role: R, input: Extract<TabsInput, { type: T }>) => TabsStep };

const ORPHAN: TabsRole = { name: 'orphan' };
const LEADING: TabsRole = { name: 'leading' };
const ALONE: TabsRole = { name: 'alone' };

const step = (role: TabsRole, ...effects: TabsEffect[]): TabsStep => ({ role, effects });
// A new role each time: its patience starts anew.
const joinAgain = (): TabsStep => step({ name: 'waiting' }, { do: 'alive' }, { do: 'join' });
const lead = (): TabsStep => step(LEADING, { do: 'alive' });
const alone = (): TabsStep => step(ALONE, { do: 'alive' });

const opening = (date: number | undefined): TabsEffect => ({ do: 'open', ...(date !== undefined && { date }) });
const ending = (role: TabsRole, { fault }: { readonly fault?: TabsFault }): TabsStep =>
  step(role, { do: 'finish', ...(fault && { fault }) });

type Follower = Extract<TabsRole, { name: 'following' | 'elected' }>;

function follow(role: Follower, at: number, entries: readonly TabsEntry[]): TabsStep {
  return step({ ...role, at: at + entries.length }, { do: 'deliver', entries });
}

const RULES: { readonly [N in TabsRole['name']]: Rules<Extract<TabsRole, { name: N }>> } = {
  waiting: {
    welcome: (_role, { from, at, opened, date, entries }) => {
      if (!entries) return alone();
      const effects: TabsEffect[] = opened ? [opening(date)] : [];
      return step({ name: 'following', leader: from, at }, { do: 'alive' }, ...effects, { do: 'deliver', entries });
    },
    lead: joinAgain,
    granted: lead,
    silence: alone,
  },
  following: {
    open: (role, { date }) => step(role, opening(date)),
    // A hole cannot be: a channel keeps its order. If it is there all the same, the cursor is what counts.
    entries: (role, { at, entries }) => (at === role.at ? follow(role, at, entries) : joinAgain()),
    alive: (role) => step(role, { do: 'alive' }),
    left: () => step(ORPHAN, { do: 'alive' }),
    end: ending,
    lead: joinAgain,
    granted: ({ leader, at }) => step({ name: 'elected', leader, at }, { do: 'alive' }),
  },
  orphan: { lead: joinAgain, granted: lead, silence: alone },
  elected: {
    entries: (role, { at, entries }) => (at === role.at ? follow(role, at, entries) : step(role)),
    left: lead,
    end: ending,
    silence: lead,
  },
  leading: {},
  alone: {},
};

/** One step of a tab that has no connection of its own. Pure; the whole protocol of such a tab is the table above. */
export function stepTab(role: TabsRole, input: TabsInput): TabsStep {
  if ('leader' in role && 'from' in input && input.type !== 'lead' && input.from !== role.leader) return step(role);
  const rule = RULES[role.name][input.type] as ((role: TabsRole, input: TabsInput) => TabsStep) | undefined;
  return rule?.(role, input) ?? step(role);
}
