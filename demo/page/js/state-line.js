import { byId } from './dom.js';
import { Say } from './words.js';

/** The state of the newest turn in the head of the panel, made from the element's public events alone. */
export class StateLine {
  #line = byId('state');
  #say = new Say(byId('state-text'));
  #show = byId('show-ask');

  /** @param {() => void} show */
  constructor(show) {
    this.#show.addEventListener('click', show);
    this.set('idle');
  }

  /** @param {'idle' | 'running' | 'waiting' | 'settled' | 'failed'} status */
  set(status) {
    this.#line.dataset.state = status;
    this.#say.set(`state.${status}`);
    this.#show.hidden = status !== 'waiting';
  }

  again() {
    this.#say.again();
  }
}
