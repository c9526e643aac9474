import { LitElement } from 'lit';
import type { ActivityState } from '../../activity/state.js';
import { SelectController } from '../../context/select-controller.js';
import type { Redact, Renderers } from '../../context/renderers.js';
import { resolveMessages } from '../../locales/index.js';
import type { FeedMessages } from '../../locales/messages.js';
import { host } from '../../styles/host.js';
import { tokens } from '../../styles/tokens.js';
import { LanguageController } from './language-controller.js';
import { SchemeController } from './scheme-controller.js';
import { version } from './version.js';

const noRenderers: Renderers = {};

/** What all cards share: language, colour scheme, settings, custom states. It renders nothing itself. */
export abstract class ActivityElement extends LitElement {
  static override styles = [tokens, host];
  /** Version of the build that defined this class, compared when a tag is defined twice. */
  static readonly version: string = version;
  /** The tag this class was made for; how a copy of ours is told from a stranger's element. */
  static readonly chainabitTag: string = '';

  readonly #internals = this.attachInternals();
  protected readonly language = new LanguageController(this, () => this.words.locale);

  constructor() {
    super();
    new SchemeController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // In another place: observers and clocks that the removal stopped start with a render.
    if (this.hasUpdated) this.requestUpdate();
  }

  /** The words of the interface: of the nearest activity, else of the nearest `lang`. (`messages` is a public property.) */
  protected get words(): FeedMessages {
    return this.source?.settings?.messages ?? resolveMessages(this.language.tag);
  }

  /** The page's own; without one, what looks like a secret is hidden. */
  protected get redaction(): Redact | undefined {
    return this.source?.settings?.redact;
  }

  protected get customRenderers(): Renderers {
    return this.source?.settings?.renderers ?? noRenderers;
  }

  /** Epoch ms on the server's clock where an activity knows it. */
  protected now(): number {
    return this.source?.handle?.now() ?? Date.now();
  }

  /** The element's own selection from the activity above; absent in elements that need none. */
  protected abstract readonly source: SelectController<unknown> | undefined;

  /** Sets exactly these custom states, for `:state(failed)` in a page's CSS. */
  protected setStates(names: readonly string[]): void {
    const states = this.#internals.states;
    for (const known of [...states]) if (!names.includes(known)) states.delete(known);
    for (const name of names) states.add(name);
  }

  protected select<T>(select: (state: ActivityState) => T): SelectController<T> {
    return new SelectController(this, select);
  }
}
