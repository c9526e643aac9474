import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { type Fold, foldTimeline, sameFolds } from '../../activity/fold.js';
import type { ActivityState } from '../../activity/state.js';
import { formatDuration } from '../../locales/format.js';
import type { FeedMessages } from '../../locales/messages.js';
import { icon } from '../internal/icons.js';

/** The folds as they are drawn now; another object when anything of them is another. */
export interface FoldView {
  /** The line in front of a fold's first call. */
  line(callId: string): TemplateResult | typeof nothing;
  isHidden(callId: string): boolean;
  /** The control for all of them, where there are several. */
  all(): TemplateResult | typeof nothing;
}

/** A tool card, as far as it matters here. */
type Opened = HTMLElement & { open?: boolean };

/**
 * Which finished cards of a feed stand as one line. Cards stay where they are and are hidden, so that no node moves. What a
 * person has opened or focused is not folded away, a toggle of their own holds as long as the fold is there, and while an
 * approval waits nothing folds: it would slide under the pointer.
 */
export class Folds {
  readonly #host: LitElement;
  readonly #isOpen = new Map<string, boolean>();
  #folds: readonly Fold[] = [];
  #of = new Map<string, Fold>();
  #seen: Pick<ActivityState, 'order' | 'calls'> | undefined;
  #view: FoldView | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Takes a state; `true` when the feed is to be drawn again for it. */
  update(state: ActivityState): boolean {
    const { order, calls } = state;
    if (order.length === 0) this.#isOpen.clear();
    if (this.#seen?.order === order && this.#seen.calls === calls && state.run.status === 'running') return false;
    if ([...state.approvals.values()].some(({ status }) => status === 'pending' || status === 'sending')) return false;
    this.#seen = { order, calls };
    const folds = foldTimeline(state);
    if (sameFolds(folds, this.#folds)) return false;
    this.#keepInUse(folds);
    this.#folds = folds;
    this.#of = new Map(folds.flatMap((fold) => fold.callIds.map((callId) => [callId, fold] as const)));
    this.#view = undefined;
    return true;
  }

  view(messages: FeedMessages): FoldView {
    return (this.#view ??= {
      line: (callId) => {
        const fold = this.#of.get(callId);
        return fold?.id === callId ? this.#renderLine(fold, messages) : nothing;
      },
      isHidden: (callId) => {
        const fold = this.#of.get(callId);
        return fold !== undefined && !this.#isOpen.get(fold.id);
      },
      all: () => this.#renderAll(messages),
    });
  }

  /** In other words, or another language. */
  refresh(): void {
    this.#view = undefined;
  }

  #keepInUse(folds: readonly Fold[]): void {
    const inUse = new Set<string>();
    for (const card of this.#host.renderRoot.querySelectorAll<Opened>('[part="card"]')) {
      if (card.open === true || card.matches(':focus-within')) inUse.add(card.getAttribute('call-id') ?? '');
    }
    if (inUse.size === 0) return;
    for (const { id, callIds } of folds) {
      if (callIds.some((callId) => inUse.has(callId) && !this.#isHidden(callId))) this.#isOpen.set(id, true);
    }
  }

  #isHidden(callId: string): boolean {
    const fold = this.#of.get(callId);
    return fold !== undefined && !this.#isOpen.get(fold.id);
  }

  #renderLine(fold: Fold, messages: FeedMessages): TemplateResult {
    const isOpen = this.#isOpen.get(fold.id) === true;
    return html`<div part="item fold" class="item" role="listitem">
      <button part="fold-toggle" class="fold" type="button" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => this.#toggle(fold, !isOpen)}>
        <span class="fold-rail ${fold.degraded > 0 ? 'degraded' : ''}">${icon(fold.degraded > 0 ? 'degraded' : 'completed')}</span>
        <span part="fold-text" class="fold-text">${foldWords(fold, messages)}</span>
        <span class="fold-chevron">${icon('chevron')}</span>
      </button>
    </div>`;
  }

  #renderAll(messages: FeedMessages): TemplateResult | typeof nothing {
    if (this.#folds.length < 2) return nothing;
    const open = this.#folds.some(({ id }) => this.#isOpen.get(id) !== true);
    return html`<button part="fold-all" class="button quiet" type="button" @click=${() => this.#toggleAll(open)}>
      ${open ? messages.showSteps : messages.foldSteps}
    </button>`;
  }

  #toggle({ id }: Fold, isOpen: boolean): void {
    this.#isOpen.set(id, isOpen);
    this.#draw();
  }

  #toggleAll(isOpen: boolean): void {
    for (const { id } of this.#folds) this.#isOpen.set(id, isOpen);
    this.#draw();
  }

  #draw(): void {
    this.#view = undefined;
    this.#host.requestUpdate();
  }
}

/** `12 reads · 1 with a fallback · 8.2 s`. */
export function foldWords({ reads, writes, steps, degraded, skipped, duration }: Fold, { fold, locale }: FeedMessages): string {
  const words = [
    [reads, fold.reads],
    [writes, fold.writes],
    [steps, reads + writes > 0 ? fold.others : fold.steps],
    [degraded, fold.degraded],
    [skipped, fold.skipped],
  ] as const;
  const parts = words.filter(([count]) => count > 0).map(([count, say]) => say(count));
  return (duration === undefined ? parts : [...parts, formatDuration(locale, duration)]).join(' · ');
}
