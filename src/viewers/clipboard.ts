import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Messages } from '../locales/messages.js';
import { gather, slicesOf } from './slices.js';

/** How long a button says what came of it, in ms. */
const FEEDBACK = 2000;

/** The words of copy buttons, and what came of the last press. One for all the buttons of a view: each has a key. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #key: string | undefined;
  #result: 'copied' | 'copyFailed' = 'copied';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Another value: what was said of the one before is no longer true. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#key = undefined;
  }

  label(messages: Messages, key: string, idle = messages.copy): string {
    return this.#key === key ? messages[this.#result] : idle;
  }

  async copy(value: unknown, key: string): Promise<void> {
    try {
      await write(value);
      this.#result = 'copied';
    } catch {
      // No permission, or no clipboard outside of a secure context.
      this.#result = 'copyFailed';
    }
    this.#key = key;
    this.#host.requestUpdate();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#key = undefined;
      this.#host.requestUpdate();
    }, FEEDBACK);
  }
}

/** What is large is read over several tasks; the browser has to be asked in the first, as long as the press counts. */
async function write(value: unknown): Promise<void> {
  const slices = slicesOf(value);
  const head = slices.next().value ?? '';
  const next = slices.next();
  if (next.done === true) await navigator.clipboard.writeText(head);
  else if ('ClipboardItem' in globalThis) await navigator.clipboard.write([new ClipboardItem({ 'text/plain': gather(value) })]);
  else await navigator.clipboard.writeText(await (await gather(value)).text());
}

/** Saves a value as a file. */
export async function download(value: unknown, name: string): Promise<void> {
  const url = URL.createObjectURL(await gather(value));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
