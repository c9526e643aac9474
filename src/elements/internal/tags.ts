/** The tags of the public contract. */
export const TAGS = ['chainabit-activity', 'thinking-status', 'tool-card', 'approval-card', 'plan-review'] as const;

export type ActivityTag = (typeof TAGS)[number];

/** Under which name an element of ours is registered when its own name is taken by a stranger, or by choice. */
export function prefixedTag(tag: ActivityTag): string {
  return `chainabit-${tag}`;
}

/** True when `tag` itself is one of ours on this page, false when the feed must use the prefixed name. */
export function ownsPlainTag(tag: ActivityTag): boolean {
  const known = customElements.get(tag) as (CustomElementConstructor & { chainabitTag?: unknown }) | undefined;
  if (known !== undefined) return known.chainabitTag === tag;
  return customElements.get(prefixedTag(tag)) === undefined;
}
