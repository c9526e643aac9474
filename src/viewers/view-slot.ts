import { html, nothing, type CSSResult, type LitElement, type TemplateResult } from 'lit';
import { keepFocus } from './focus.js';
import { loadViewer, viewerType } from './kinds.js';
import type { Viewer, ViewName, ViewRequest } from './viewer.js';

/** The place of a viewer in a host: loads its file, gives its styles to the host, and has something to show meanwhile. */
export class ViewSlot {
  readonly #host: LitElement;
  readonly #viewers = new Map<ViewName, Viewer>();
  readonly #loading = new Set<ViewName>();
  readonly #lost = new Set<ViewName>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Another value, or another try. */
  reset(): void {
    this.#viewers.clear();
    this.#lost.clear();
  }

  /** The viewer's own view; `plain` while its file is on the way, and with words where it cannot be had. */
  render(name: ViewName, request: ViewRequest, plain: () => unknown, onError?: (cause: unknown) => void): TemplateResult {
    const viewer = this.#viewers.get(name) ?? this.#make(name);
    if (viewer !== undefined) return html`<div part="view view-${name}" class="view">${viewer.render(request)}</div>`;
    if (!this.#lost.has(name)) void this.#load(name, onError);
    return html`${this.#lost.has(name) ? this.#renderLost(name, request, onError) : nothing}${plain()}`;
  }

  #renderLost(name: ViewName, { messages }: ViewRequest, onError: ((cause: unknown) => void) | undefined): TemplateResult {
    const onRetry = (event: Event): void => {
      void keepFocus(this.#host, event.currentTarget as Element, '.value', '.tool', this.#load(name, onError));
    };
    return html`<p part="view-lost" class="view-lost">
      ${messages.viewLost} <button part="value-button" type="button" class="tool" @click=${onRetry}>${messages.retryNow}</button>
    </p>`;
  }

  #make(name: ViewName): Viewer | undefined {
    const Type = viewerType(name);
    if (Type === undefined) return undefined;
    adopt(this.#host, Type.styles);
    const viewer = new Type(this.#host);
    this.#viewers.set(name, viewer);
    return viewer;
  }

  async #load(name: ViewName, onError: ((cause: unknown) => void) | undefined): Promise<void> {
    if (this.#loading.has(name)) return;
    this.#loading.add(name);
    try {
      await loadViewer(name);
      this.#lost.delete(name);
    } catch (cause) {
      this.#lost.add(name);
      onError?.(cause);
    }
    this.#loading.delete(name);
    this.#host.requestUpdate();
  }
}

/** Adds a sheet to a host after its own: what nobody needs before something is opened. */
export function adopt(host: LitElement, { styleSheet }: CSSResult): void {
  const root = host.renderRoot as ShadowRoot;
  if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
}
