import { css, html, nothing, type TemplateResult } from 'lit';
import { renderRest } from './fields.js';
import { renderText } from './links.js';
import { errorOf } from './match/error.js';
import { wellFormed } from './reveal.js';
import type { Viewer, ViewRequest } from './viewer.js';

/** An error by its message, with its code, and whatever else came with it. */
export class ErrorView implements Viewer {
  static readonly styles = css`
    .error-view {
      padding-inline-start: 10px;
      border-inline-start: 3px solid var(--_danger);
      font-size: var(--_size-small);
      line-height: var(--_line-small);
    }
    .error-view > p {
      margin: 0;
      white-space: pre-wrap;
    }
    .error-view strong {
      color: var(--_danger);
      font-weight: 500;
    }
    .error-view dl {
      margin-block-start: 4px;
    }
  `;

  render({ value, messages }: ViewRequest): TemplateResult {
    const { code, message = '', rest = [] } = errorOf(value, true) ?? {};
    return html`<div part="error-view" class="error-view">
      <p><strong>${messages.error}</strong>${code === undefined ? nothing : html` <bdi part="error-view-code" class="code">${wellFormed(code)}</bdi>`}</p>
      <p><bdi part="error-view-message">${renderText(message)}</bdi></p>
      ${renderRest(rest, messages)}
    </div>`;
  }
}
