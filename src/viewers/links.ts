import { html, nothing, type TemplateResult } from 'lit';
import { wellFormed } from './reveal.js';

/** Addresses in running text: up to a blank, a quotation mark, a bracket, or a character that nobody can see. */
const ADDRESS = /(?:https?:\/\/|mailto:)[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}<>"'`{}|\\^]+/giu;
/** Ends a sentence and not an address. */
const TRAILING = /[.,;:!?…»”’*_\])]+$/u;
/** Nobody follows more than these in one text. */
const MOST = 500;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link, if it may be one: http, https or mailto, and it leads where it reads. What the browser would
 * turn into another host (a name in other letters, a number in disguise) is not, and neither is a name before an `@`.
 */
export function safeHref(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  if (!SCHEMES.has(url.protocol)) return undefined;
  if (url.protocol === 'mailto:') return url.href;
  if (url.username !== '' || url.password !== '') return undefined;
  return text.toLowerCase().startsWith(`${url.protocol}//${url.host}`) ? url.href : undefined;
}

/** A link that tells the other side nothing of this page, and gives it no hold on it. */
export function renderLink(href: string, content: unknown): TemplateResult {
  return html`<a part="link" href=${href} target="_blank" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer">${content}</a>`;
}

/** Text with its addresses as links. All of it is text nodes. */
export function renderText(text: string): TemplateResult | string {
  const parts: unknown[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    // The end of another address, such as `blob:https://…`.
    if (/[\w:/+.-]/u.test(text.charAt(index - 1))) continue;
    const address = withoutTail(found);
    const href = safeHref(address);
    if (href === undefined) continue;
    if (parts.length >= MOST * 2) break;
    parts.push(wellFormed(text.slice(end, index)), renderLink(href, address));
    end = index + address.length;
  }
  return parts.length === 0 ? wellFormed(text) : html`${parts}${end < text.length ? wellFormed(text.slice(end)) : nothing}`;
}

/** Without the full stop after it; a bracket is part of it if it was opened in it. */
function withoutTail(address: string): string {
  const cut = address.replace(TRAILING, '');
  return address.charAt(cut.length) === ')' && cut.includes('(') ? `${cut})` : cut;
}
