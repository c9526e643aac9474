import type { LitElement, ReactiveController } from 'lit';
import { OwnWords } from './own-words.js';

/** Elements that follow the page's language and direction; one observer for all of them, gone with the last one. */
const followers = new Set<() => void>();
let observer: MutationObserver | undefined;

function follow(element: Element, listener: () => void): () => void {
  followers.add(listener);
  observer ??= new MutationObserver(() => {
    for (const each of [...followers]) each();
  });
  // A shadow root hides its inside from the observer of the document, so each root on the way up is watched too.
  for (const root of rootsOf(element)) {
    observer.observe(root, { attributes: true, attributeFilter: ['lang', 'dir'], subtree: true });
  }
  return () => {
    followers.delete(listener);
    if (followers.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}

/** The nearest `lang` and `dir`, through shadow roots, and a render when they change; after each, words that differ are told. */
export class LanguageController implements ReactiveController {
  readonly #host: LitElement;
  readonly #locale: () => string;
  readonly #words = new OwnWords();
  #release: (() => void) | undefined;
  #tag = '';
  #direction = 'ltr';

  /** @param locale The language that the words of the host are in. */
  constructor(host: LitElement, locale: () => string) {
    this.#host = host;
    this.#locale = locale;
    host.addController(this);
  }

  get tag(): string {
    return this.#tag;
  }

  hostConnected(): void {
    this.#look();
    this.#release = follow(this.#host, () => {
      if (this.#look()) this.#host.requestUpdate();
    });
  }

  hostUpdated(): void {
    this.#words.mark(this.#host.renderRoot, this.#locale(), { tag: this.#tag, direction: this.#direction });
  }

  hostDisconnected(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Whether it is another language or direction than before. */
  #look(): boolean {
    const tag = nearest(this.#host, 'lang', '[lang]') ?? '';
    const direction = nearest(this.#host, 'dir', '[dir="ltr" i], [dir="rtl" i]')?.toLowerCase() ?? 'ltr';
    if (tag === this.#tag && direction === this.#direction) return false;
    this.#tag = tag;
    this.#direction = direction;
    return true;
  }
}

function nearest(start: Element, attribute: string, selector: string): string | undefined {
  let node: Element | null = start;
  while (node !== null) {
    const holder: Element | null = node.closest(selector);
    if (holder !== null) return holder.getAttribute(attribute) ?? undefined;
    const root: Node = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : null;
  }
  return undefined;
}

function* rootsOf(element: Element): Generator<Node> {
  let root: Node = element.getRootNode();
  yield root;
  while (root instanceof ShadowRoot) {
    root = root.host.getRootNode();
    yield root;
  }
}
