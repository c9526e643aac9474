/** Primary subtags that are written from right to left, and the scripts that are, whatever the language. */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)\b(?!-latn)|-(?:arab|hebr|nkoo|syrc|thaa)\b/iu;

/** The direction that a language is written in. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr';
}

/** What is not the interface's own: text of the agent, code, fields, drawings. */
const FOREIGN = 'bdi, pre, q, svg, textarea, .code, [dir="auto"]';

/** Where clocks and late words write into is empty at first. */
function holdsWords(element: Element): boolean {
  if (element.localName === 'span' && element.childElementCount === 0) return true;
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
}

/** The elements under a root that hold words of the interface. */
function* wordsUnder(root: ParentNode): Generator<Element> {
  for (const child of root.children) {
    if (child.matches(FOREIGN)) continue;
    if (holdsWords(child)) yield child;
    else yield* wordsUnder(child);
  }
}

function put(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Words of the interface in a page of another language or direction: a page in Arabic has English cards as long as nobody
 * registers Arabic. The layout stays the page's; each piece of our words is isolated in its own direction, and says its
 * language, which the agent's text inside it does not share.
 */
export class OwnWords {
  #marked = new Set<Element>();

  /** After each render. Costs nothing where page and words agree. */
  mark(root: ParentNode, locale: string, page: { readonly tag: string; readonly direction: string }): void {
    const own = directionOf(locale);
    const dir = own === page.direction ? undefined : own;
    const lang = page.tag === '' || primary(page.tag) === primary(locale) ? undefined : locale;
    const marked = new Set(dir === undefined && lang === undefined ? [] : wordsUnder(root));
    for (const element of this.#marked) if (!marked.has(element)) label(element, undefined, undefined, page.tag);
    for (const element of marked) label(element, dir, lang, page.tag);
    this.#marked = marked;
  }
}

function label(element: Element, dir: string | undefined, lang: string | undefined, page: string): void {
  put(element, 'dir', dir);
  put(element, 'lang', lang);
  for (const inner of element.querySelectorAll('bdi')) put(inner, 'lang', lang === undefined ? undefined : page);
}

function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
