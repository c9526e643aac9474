import { h } from './dom.js';
import { t } from './words.js';

/** One request and what the agent made of it. */
export class Turn {
  status = 'idle';
  #slot = h('div', { class: 'turn-agent' });

  /**
   * @param {import('./route.js').Run} run
   * @param {{ prompt: string, lang?: string, onStatus: (turn: Turn) => void }} options
   */
  constructor(run, { prompt, lang, onStatus }) {
    this.run = run;
    this.onStatus = onStatus;
    // A heading, so that a long conversation can be walked through by its requests.
    const bubble = h('h2', { class: 'bubble', lang, dir: 'auto' }, prompt);
    this.element = h('article', { class: 'turn', tabindex: '-1', 'aria-label': t('turn.label', { prompt }) }, bubble, this.#slot);
  }

  /** The `<chainabit-activity>` of this turn. */
  get activity() {
    return this.#slot.firstElementChild;
  }

  /** True while the agent works or waits. */
  get open() {
    return this.status === 'running' || this.status === 'waiting';
  }

  /**
   * Puts a fresh element in. With `history` it starts from what the server has stored and goes on with the live stream,
   * as after a reload of the page; without it the stream alone tells everything.
   * @param {{ history: boolean }} options
   */
  mount({ history }) {
    const { run } = this;
    const activity = h('chainabit-activity', {
      'history-src': history ? run.messages : null,
      'approval-url': run.approvals,
      'stop-url': run.stop,
      disclosure: 'hidden',
      src: run.events,
    });
    activity.addEventListener('activity-change', ({ state }) => {
      if (activity !== this.activity || state.run.status === this.status) return;
      this.status = state.run.status;
      this.onStatus(this);
    });
    this.#slot.replaceChildren(activity);
  }
}
