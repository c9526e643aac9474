import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { selectThinkingLine, type ThinkingLine } from '../../activity/select.js';
import { emptyState, type Thinking } from '../../activity/state.js';
import type { FeedMessages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';
import { ActivityElement } from '../internal/activity-element.js';
import { jsonAttribute } from '../internal/attributes.js';
import { entity } from '../internal/entity.js';
import { icon } from '../internal/icons.js';
import { styles } from './thinking-status.styles.js';

/**
 * One line: what the run is doing now. Nothing while it is idle or over. Takes its line from the nearest activity, or
 * from its own `thinking` property.
 *
 * @summary The line that says what an agent is doing.
 * @tag thinking-status
 *
 * @slot icon - Instead of the three dots.
 *
 * @csspart line - The whole line.
 * @csspart rail - The column of the icon.
 * @csspart icon - The dots.
 * @csspart text - The words.
 * @csspart toggle - Opens the reasoning text, where the page discloses it.
 * @csspart more - The reasoning text, while open.
 *
 * @cssstate heading - A heading of the agent's summary.
 * @cssstate status - The label of a running activity.
 * @cssstate reasoning - Thinking, without words of its own.
 * @cssstate working - Anything else under way.
 * @cssstate idle - Nothing to say; the element is not displayed.
 */
export class ThinkingStatus extends ActivityElement {
  static override styles = [...ActivityElement.styles, styles];
  static override readonly chainabitTag: string = 'thinking-status';

  /** What to show, for a line that stands alone. Wins over the activity. */
  @property({ converter: jsonAttribute }) thinking: Thinking | undefined = undefined;

  protected override readonly source = this.select(selectThinkingLine);
  #expanded = false;
  #shown = '';

  protected override updated(): void {
    const line = this.#line;
    const idle = line.kind === 'none';
    this.setStates([idle ? 'idle' : line.kind]);
    const text = idle ? '' : textOf(line, this.words);
    if (text !== this.#shown && this.#shown !== '' && text !== '') this.#settle();
    this.#shown = text;
  }

  protected override render(): TemplateResult | typeof nothing {
    const line = this.#line;
    if (line.kind === 'none') return nothing;
    const more = line.reasoningText ?? '';
    return html`<div part="line" class="line ${line.kind}">
        <span part="rail" class="rail"><slot name="icon">${dots}</slot></span>
        <bdi part="text" class="text" lang=${line.text === undefined ? this.words.locale : nothing}>${textOf(line, this.words)}</bdi>
        ${more === '' ? nothing : this.#renderToggle()}
      </div>
      ${this.#expanded && more !== '' ? html`<p part="more" class="more" id="more" dir="auto">${wellFormed(more)}</p>` : nothing}`;
  }

  #renderToggle(): TemplateResult {
    return html`<button
      part="toggle"
      class="toggle"
      type="button"
      aria-expanded=${this.#expanded ? 'true' : 'false'}
      aria-controls="more"
      aria-label=${this.#expanded ? this.words.hideDetails : this.words.showDetails}
      @click=${this.#onToggle}
    >
      ${icon('chevron')}
    </button>`;
  }

  readonly #onToggle = (): void => {
    this.#expanded = !this.#expanded;
    this.requestUpdate();
  };

  get #line(): ThinkingLine {
    const own = entity(this.thinking);
    if (own !== undefined) return selectThinkingLine({ ...emptyState, thinking: own });
    return this.source.value ?? selectThinkingLine(emptyState);
  }

  /** New words slide in. They are legible from the first frame on. */
  #settle(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.renderRoot
      .querySelector('.text')
      ?.animate([{ opacity: 0.7, translate: '0 3px' }, { opacity: 1, translate: '0 0' }], { duration: 200, easing: 'ease-out' });
  }
}

const dots = html`<span part="icon" class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;

function textOf({ kind, text }: ThinkingLine, words: FeedMessages): string {
  if (text !== undefined) return wellFormed(text);
  return kind === 'reasoning' ? words.reasoning : words.working;
}
