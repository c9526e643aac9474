import type { LitElement, ReactiveController } from 'lit';

/** Elements that follow the page's language; one observer for all of them, gone with the last one. */
const followers = new Set<() => void>();
let observer: MutationObserver | undefined;

function follow(element: Element, listener: () => void): () => void {
  followers.add(listener);
  observer ??= new MutationObserver(() => {
    for (const each of [...followers]) each();
  });
  // A shadow root hides its inside from the observer of the document, so each root on the way up is watched too.
  for (const root of rootsOf(element)) {
    observer.observe(root, { attributes: true, attributeFilter: ['lang'], subtree: true });
  }
  return () => {
    followers.delete(listener);
    if (followers.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}

/** The nearest `lang`, through shadow roots, and a render when it changes. */
export class LanguageController implements ReactiveController {
  readonly #host: LitElement;
  #release: (() => void) | undefined;
  #tag = '';

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get tag(): string {
    return this.#tag;
  }

  hostConnected(): void {
    this.#tag = nearestLanguage(this.#host);
    this.#release = follow(this.#host, () => {
      const tag = nearestLanguage(this.#host);
      if (tag === this.#tag) return;
      this.#tag = tag;
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

function nearestLanguage(start: Element): string {
  let node: Element | null = start;
  while (node !== null) {
    const holder: Element | null = node.closest('[lang]');
    if (holder !== null) return holder.getAttribute('lang') ?? '';
    const root: Node = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : null;
  }
  return '';
}

function* rootsOf(element: Element): Generator<Node> {
  let root: Node = element.getRootNode();
  yield root;
  while (root instanceof ShadowRoot) {
    root = root.host.getRootNode();
    yield root;
  }
}
