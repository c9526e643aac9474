import { ApiError, createRun, cutRun, readMessages, stopRun } from './api.js';
import { clearNotice, notice } from './notice.js';
import { putRunsInAddress, runsInAddress } from './route.js';
import { setting } from './settings.js';
import { Thread } from './thread.js';
import { Turn } from './turn.js';

/** Turns that stay on the screen: the oldest go first. */
const KEEP = 8;

/** The turns of the conversation and what a person can do with them. Tells `onChange` whenever something moved. */
export class Conversation {
  /** @type {Turn[]} */
  turns = [];
  #thread = new Thread();
  #onChange;
  #busy = false;

  /** @param {(event: 'turns' | 'status') => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  get newest() {
    return this.turns.at(-1);
  }

  /** @param {Record<string, string>} script */
  async ask(script) {
    if (this.#busy) return;
    this.#busy = true;
    clearNotice();
    try {
      await this.#stopOpen();
      const lang = setting('lang');
      const run = await createRun({ script: script.id, speed: Number(setting('speed')), lang });
      const turn = this.#add(run, { prompt: run.lang === 'tr' ? script.prompt_tr : script.prompt, lang: run.lang });
      turn.mount({ history: false });
      this.#keepFew();
      putRunsInAddress(this.turns.map((each) => each.run));
      this.#onChange('turns');
      this.#thread.show(turn.element);
    } catch (error) {
      tell(error, () => void this.ask(script));
    } finally {
      this.#busy = false;
    }
  }

  /** Rebuilds the conversation that stands in the address, from what the server has stored. */
  async restore() {
    const runs = runsInAddress();
    if (runs.length === 0) return;
    try {
      for (const run of runs) {
        const { data } = await readMessages(run);
        const prompt = data.find(({ role }) => role === 'user')?.content ?? '';
        this.#add(run, { prompt }).mount({ history: true });
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#forget();
      tell(error, () => void this.#again());
    }
    this.#onChange('turns');
  }

  /** Throws the elements away and makes new ones from the stored history, which then go on with the live stream. */
  reload() {
    for (const turn of this.turns) turn.mount({ history: true });
  }

  /** @returns {Promise<boolean>} False, and a notice, when the server could not be asked. */
  async cut() {
    try {
      await cutRun(this.newest.run);
      return true;
    } catch (error) {
      tell(error, () => void this.cut());
      return false;
    }
  }

  /** An empty screen. What still runs is stopped, so that nothing goes on behind the person's back. */
  async clear() {
    clearNotice();
    await this.#stopOpen().catch(() => undefined);
    this.#forget();
    this.#onChange('turns');
  }

  showEnd() {
    this.#thread.showEnd(this.newest.element);
  }

  #add(run, { prompt, lang }) {
    const turn = new Turn(run, { prompt, lang, onStatus: () => this.#onChange('status') });
    this.turns.push(turn);
    this.#thread.add(turn.element);
    return turn;
  }

  #keepFew() {
    while (this.turns.length > KEEP) this.#thread.remove(this.turns.shift().element);
  }

  #forget() {
    for (const turn of this.turns) this.#thread.remove(turn.element);
    this.turns = [];
    putRunsInAddress([]);
  }

  async #again() {
    const runs = runsInAddress();
    for (const turn of this.turns) this.#thread.remove(turn.element);
    this.turns = [];
    if (runs.length > 0) await this.restore();
  }

  async #stopOpen() {
    const open = this.turns.filter((turn) => turn.open);
    // A run that ended by itself in the meantime answers 409: that is what was wanted.
    await Promise.all(open.map((turn) => stopRun(turn.run).catch(ignoreRefusal)));
  }
}

/** @param {unknown} error */
function ignoreRefusal(error) {
  if (error instanceof ApiError && !error.unreachable) return;
  throw error;
}

/**
 * @param {unknown} error
 * @param {() => void} run
 */
function tell(error, run) {
  if (!(error instanceof ApiError)) throw error;
  if (error.unreachable) notice('notice.unreachable', { action: 'notice.retry', run });
  else if (error.code === 'conversation_not_found' || error.code === 'run_not_found') notice('notice.forgotten');
  else notice('notice.refused', { values: { message: error.message } });
}
