import type { LitElement, ReactiveController } from 'lit';

/** Elements that stand by themselves on the page; one set of listeners for all of them, gone with the last one. */
const followers = new Set<() => void>();
let release: (() => void) | undefined;

const look = (): void => {
  for (const each of [...followers]) each();
};

/** What pages change to change their colours: an attribute at the root, the system's setting; slowly, where they fade. */
function listen(): () => void {
  const observer = new MutationObserver(look);
  // By type there is a body; a script in the head may be earlier.
  for (const root of [document.documentElement, document.querySelector('body')]) {
    if (root !== null) observer.observe(root, { attributes: true });
  }
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', look);
  document.addEventListener('transitionend', look);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', look);
    document.removeEventListener('transitionend', look);
  };
}

let sheet: CSSStyleSheet | undefined;

function darkSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    // Weaker than a `theme`, which is an attribute more specific.
    sheet.replaceSync(':host { color-scheme: dark }');
  }
  return sheet;
}

/**
 * Dark on a dark page that does not say so: many set colours and no `color-scheme`, and our text would be dark on dark.
 * Such a page is known by its light text. Where a page does say its scheme, CSS alone follows it.
 */
export class SchemeController implements ReactiveController {
  readonly #host: LitElement;
  readonly #look = (): void => this.#apply();

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // What stands inside an element of ours takes the scheme of that.
    if (this.#isInside()) return;
    followers.add(this.#look);
    release ??= listen();
    this.#apply();
  }

  hostDisconnected(): void {
    if (!followers.delete(this.#look) || followers.size > 0) return;
    release?.();
    release = undefined;
  }

  #isInside(): boolean {
    const root = this.#host.getRootNode();
    return root instanceof ShadowRoot && 'chainabitTag' in root.host.constructor;
  }

  #apply(): void {
    const root = this.#host.shadowRoot;
    const around = this.#host.parentElement ?? (this.#host.getRootNode() as Partial<ShadowRoot>).host;
    if (root === null || around === undefined) return;
    const { colorScheme, color } = getComputedStyle(around);
    const dark = colorScheme === 'normal' && isLight(color);
    const others = root.adoptedStyleSheets.filter((each) => each !== sheet);
    if (dark === others.length < root.adoptedStyleSheets.length) return;
    root.adoptedStyleSheets = dark ? [...others, darkSheet()] : others;
  }
}

/** Of a computed colour: `rgb(…)`, or one of the newer spaces as the page wrote it. Pure. */
export function isLight(color: string): boolean {
  const [, space = '', channels = ''] = /^([\w]+)\((?:[a-z][\w-]* )?(.*)\)$/u.exec(color) ?? [];
  const [first = 0, second = 0, third = 0] = (channels.match(/-?\d*\.?\d+(?:e-?\d+)?/gu) ?? []).map(Number);
  if (space.startsWith('ok')) return first > 0.65;
  if (space.startsWith('l')) return first > 60;
  return (0.2126 * first + 0.7152 * second + 0.0722 * third) / (space === 'color' ? 1 : 255) > 0.55;
}
