import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { formatBytes, formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { renderRest } from '../fields.js';
import { renderLink, renderText, safeHref } from '../links.js';
import { mediaOf, type MediaItem, type MediaParts } from '../match/media.js';
import { wellFormed } from '../reveal.js';
import type { Viewer, ViewRequest } from '../viewer.js';
import { allowedImage } from './allowed.js';
import { styles } from './styles.js';

const NOTHING: MediaParts = { items: [], rest: [] };

/** Images and files. An image is loaded only from where the page allows; else, and for files, there is name, size and link. */
export class MediaView implements Viewer {
  static readonly styles = styles;

  readonly #host: LitElement;
  readonly #lost = new Set<MediaItem>();
  #value: unknown;
  #parts = NOTHING;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render({ value, messages, origins }: ViewRequest): TemplateResult {
    if (!Object.is(this.#value, value)) {
      this.#value = value;
      this.#parts = mediaOf(value, true) ?? NOTHING;
      this.#lost.clear();
    }
    const { items, rest } = this.#parts;
    return html`<div part="media-view" class="media-view">
      ${items.map((item) => (item.kind === 'text' ? html`<p class="text">${renderText(item.url)}</p>` : this.#renderItem(item, messages, origins)))}
      ${renderRest(rest, messages)}
    </div>`;
  }

  #renderItem(item: MediaItem, messages: Messages, origins: readonly string[]): TemplateResult {
    const source = item.kind === 'image' ? allowedImage(item.url, origins) : undefined;
    const lost = this.#lost.has(item);
    const why = item.kind === 'file' ? undefined : source === undefined ? messages.imageNotAllowed : lost ? messages.imageLost : undefined;
    return html`<figure part="media" class="media ${item.kind}">
      ${source === undefined || lost
        ? nothing
        : html`<img part="image" class="picture" src=${source} alt=${altOf(item, messages)} width=${item.width ?? nothing} height=${item.height ?? nothing}
            loading="lazy" decoding="async" referrerpolicy="no-referrer" @error=${() => { this.#lose(item); }} />`}
      <figcaption part="media-caption" class="media-caption">
        <span part="media-name" class="media-name">${renderName(item, messages)}</span>
        <span part="media-facts" class="muted media-facts">${factsOf(item, messages)}</span>
        ${why === undefined ? nothing : html`<span part="media-why" class="muted media-why">${why}</span>`}
      </figcaption>
    </figure>`;
  }

  #lose(item: MediaItem): void {
    this.#lost.add(item);
    this.#host.requestUpdate();
  }
}

function altOf({ alt, name }: MediaItem, messages: Messages): string {
  return wellFormed(alt ?? name ?? messages.image);
}

/** What it is called, else where it is; as a link, if it may be one. */
function renderName(item: MediaItem, messages: Messages): TemplateResult | string {
  const href = item.url.length <= 4096 ? safeHref(item.url) : undefined;
  const name = wellFormed(item.name ?? item.alt ?? (href === undefined ? messages[item.kind === 'file' ? 'file' : 'image'] : nameIn(href)));
  return html`<bdi>${href === undefined ? name : renderLink(href, name)}</bdi>${
    href === undefined || item.name === undefined ? nothing : html` <bdi class="muted media-host">${new URL(href).host}</bdi>`
  }`;
}

/** Host and file of an address, without what is between. */
function nameIn(href: string): string {
  const { host, pathname } = new URL(href);
  const file = pathname.slice(pathname.lastIndexOf('/') + 1);
  return file === '' ? host : `${host} … ${file}`;
}

function factsOf({ url, type, bytes, width, height }: MediaItem, { locale }: Messages): string {
  const inline = /^data:([\w/+.-]+);base64,/iu.exec(url.slice(0, 64));
  const size = bytes ?? (inline === null ? undefined : Math.floor(((url.length - inline[0].length) * 3) / 4));
  return [
    wellFormed(type ?? inline?.[1] ?? ''),
    width === undefined || height === undefined ? '' : `${formatNumber(locale, width)} × ${formatNumber(locale, height)}`,
    size === undefined ? '' : formatBytes(locale, size),
  ].filter((fact) => fact !== '').join(' · ');
}
