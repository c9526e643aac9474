import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';
import { changesOf, excerptOf, excerpts, type Change, type Excerpt } from './changes.js';

/** More lines than these are counted: who changed so much has the arguments themselves to look at. */
const MOST_CHANGES = 50;

/** What the person made of the proposal, field by field. Both values as they may be seen. */
export function renderChanges(before: unknown, after: unknown, messages: Messages): TemplateResult {
  const changes = changesOf(before, after);
  const more = changes.length - MOST_CHANGES;
  return html`<div part="edited" class="edited">
    <p part="changes-heading" class="edited-heading">${icon('edit')}<span>${messages.edited}: ${messages.plannedCount(changes.length)}</span></p>
    <ul part="changes" class="changes">
      ${changes.slice(0, MOST_CHANGES).map((change) => renderChange(change, messages))}
      ${more > 0 ? html`<li part="change" class="muted">+ ${formatNumber(messages.locale, more)}</li>` : nothing}
    </ul>
  </div>`;
}

function renderChange(change: Change, messages: Messages): TemplateResult {
  const both = 'before' in change && 'after' in change;
  const [old, now] = both ? excerpts(change.before, change.after) : [excerptOf(change.before), excerptOf(change.after)];
  return html`<li part="change" class="change">
    <bdi part="change-name" class="code" dir="ltr">${reveal(change.path.join('.'))}</bdi>
    ${'before' in change ? html`<span class="visually-hidden">${messages.changeBefore}:</span> <del>${renderExcerpt(old, messages)}</del>` : nothing}
    ${'after' in change ? html`<span class="visually-hidden">${messages.changeAfter}:</span> <ins>${renderExcerpt(now, messages)}</ins>` : nothing}
  </li>`;
}

/** What is left out is counted, in the brackets of everything that is not the text's own. */
function renderExcerpt({ text, hidden: [before, after] }: Excerpt, { locale, emptyText }: Messages): TemplateResult {
  const left = (count: number): string => (count === 0 ? '' : `⟦… ${formatNumber(locale, count)}⟧`);
  return html`<bdi>${text === '' && before + after === 0 ? emptyText : `${left(before)}${reveal(text)}${left(after)}`}</bdi>`;
}
