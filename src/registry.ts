import { prefixedTag, type ActivityTag } from './elements/internal/tags.js';

/** What the guard compares: who made a class, and in which version. */
interface Branded extends CustomElementConstructor {
  readonly version?: unknown;
  readonly chainabitTag?: unknown;
}

/**
 * Defines an element once. Free name: defined. The same version of ours: nothing. Another version of ours: one warning,
 * the first one stays. A stranger's element: one warning, and ours is registered as `chainabit-<tag>`.
 *
 * The only caller of `customElements.define`.
 */
export function define(tag: ActivityTag, constructor: Branded): void {
  const known = customElements.get(tag) as Branded | undefined;
  if (known === undefined) {
    customElements.define(tag, fresh(constructor));
    return;
  }
  if (known.chainabitTag === tag) {
    warnAboutVersions(tag, known, constructor);
    return;
  }
  if (customElements.get(prefixedTag(tag)) === undefined) {
    console.warn(`<${tag}> is already defined by something else on this page; chainabit-activity uses <${prefixedTag(tag)}> instead.`);
  }
  definePrefixed(tag, constructor);
}

/** Defines `chainabit-<tag>` only, for pages that keep the plain names for themselves. */
export function definePrefixed(tag: ActivityTag, constructor: Branded): void {
  const name = prefixedTag(tag);
  const known = customElements.get(name) as Branded | undefined;
  if (known === undefined) customElements.define(name, fresh(constructor));
  else warnAboutVersions(name, known, constructor);
}

/** Versions that were told of: one warning a bundle is enough, not one an element. */
const told = new Set<unknown>();

function warnAboutVersions(name: string, known: Branded, wanted: Branded): void {
  if (known.version === wanted.version || told.has(known.version)) return;
  told.add(known.version);
  console.warn(
    `<${name}> ${String(known.version)} is already defined; version ${String(wanted.version)} of chainabit-activity was loaded too and is not used.`,
  );
}

const used = new WeakSet<CustomElementConstructor>();

/** A class can be registered under one name only: a second name gets a subclass. */
function fresh(constructor: Branded): CustomElementConstructor {
  if (used.has(constructor)) return class extends constructor {};
  used.add(constructor);
  return constructor;
}
