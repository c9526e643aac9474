import { connectCopy } from './copy.js';
import { byId } from './dom.js';
import { FrameList } from './frame-list.js';
import { onSetting } from './settings.js';
import { readStream } from './sse-reader.js';
import { Say } from './words.js';

/** The developer's side of the page: the frames of the newest run as they come. */
export class WirePane {
  #pane = byId('wire');
  #toggle = byId('toggle-wire');
  #frames = byId('frames');
  #list = new FrameList(this.#frames, byId('newest'));
  #state = new Say(byId('wire-state'));
  #abort = new AbortController();
  #count = 0;

  constructor() {
    const filter = byId('wire-filter');
    filter.addEventListener('input', () => this.#list.filter(filter.value));
    connectCopy(byId('wire-copy'), () => this.#list.text(), this.#frames);
    this.#toggle.addEventListener('click', () => this.#show(this.#pane.hidden));
    this.#show(matchMedia('(min-width: 62em)').matches);
    onSetting((name) => name === 'lang' && this.#state.again());
  }

  /** @param {string | undefined} url The stream to read from its start; none empties the pane. */
  follow(url) {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#count = 0;
    this.#list.clear();
    this.#state.set();
    if (url === undefined) return;
    const listener = { frame: (frame) => this.#onFrame(frame), state: (name, details) => this.#onState(name, details) };
    void readStream(url, listener, this.#abort.signal);
  }

  #onFrame(frame) {
    this.#count += 1;
    this.#list.addFrame(frame);
    this.#state.set('wire.open', { n: this.#count });
  }

  #onState(name, { after, status }) {
    this.#state.set(`wire.${name}`, { n: this.#count, status: status ?? '' });
    if (name === 'open' && after !== '') this.#list.addMark('wire.mark.resumed', { after });
    if (name === 'cut') this.#list.addMark('wire.mark.cut', { after: after === '' ? '–' : after });
    if (name === 'ended') this.#list.addMark('wire.mark.ended', {});
    if (name === 'gone') this.#list.addMark('wire.mark.gone', { status });
  }

  /** @param {boolean} open */
  #show(open) {
    this.#pane.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
    byId('workspace').classList.toggle('with-wire', open);
  }
}
