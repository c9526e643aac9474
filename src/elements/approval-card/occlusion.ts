/** An observer of one element that tells whether all of it can be seen. */
export interface SightObserver {
  observe(target: Element): void;
  disconnect(): void;
}

/** Version 2 alone has these. */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  /** Milliseconds between two looks; version 2 asks for 100 at least. */
  readonly delay: number;
}

interface SightEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Where IntersectionObserver v2 exists, the browser itself says whether anything covers, dims or distorts an element, in
 * the page or around its frame. It may take an element for covered that is not; never the other way round. `undefined`
 * where there is only version 1.
 */
export function observeSight(tell: (visible: boolean) => void): SightObserver | undefined {
  if (typeof IntersectionObserverEntry === 'undefined' || !('isVisible' in IntersectionObserverEntry.prototype)) return undefined;
  const options: SightOptions = { trackVisibility: true, delay: 100, threshold: [0, 1] };
  return new IntersectionObserver((entries: readonly SightEntry[]) => {
    const last = entries.at(-1);
    if (last !== undefined) tell(last.isVisible === true);
  }, options);
}
