import { css } from 'lit';

/** For the elements that use `ValueView`: after `tokens` and `host` in their `styles`. */
export const valueStyles = css`
  .value {
    min-inline-size: 0;
  }
  .value-header,
  .value-rest {
    display: flex;
    align-items: center;
    gap: 0 12px;
    min-block-size: 24px;
    font-size: var(--_size-tiny);
    color: var(--_muted);
  }
  .value-rest,
  .value-header:has(> .state) {
    flex-wrap: wrap;
  }
  .value-label,
  .tool {
    flex: none;
    white-space: nowrap;
  }
  .value-label {
    font-weight: 500;
  }
  .value-header > .note {
    min-inline-size: 0;
  }
  .value-header > .tool:first-of-type {
    margin-inline: auto 0;
  }
  /* Words in the other direction than the page's; the place stays the page's. */
  .value-header > .tool[dir]:first-of-type {
    margin-inline: 0 auto;
  }
  .tool {
    min-block-size: 24px;
    color: var(--_muted);
    text-decoration: underline;
    text-decoration-color: transparent;
    text-underline-offset: 3px;
  }
  .tool:hover,
  .tool[aria-pressed='true'] {
    color: var(--_text);
    text-decoration-color: currentColor;
  }
  .fields {
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    gap: 2px 12px;
    margin: 0;
  }
  .fields > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: baseline;
  }
  .fields > .nested {
    display: block;
  }
  .fields > .nested > dd {
    margin-block-start: 2px;
    padding-inline-start: 12px;
    border-inline-start: 1px solid var(--_line-color);
  }
  .fields.inline {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
  }
  .fields.inline > div {
    display: flex;
    gap: 6px;
  }
  dt {
    font-family: var(--_mono);
    font-size: var(--_size-tiny);
    color: var(--_muted);
  }
  dd {
    margin: 0;
    min-inline-size: 0;
  }
  .rows {
    font-size: var(--_size-small);
    line-height: var(--_line-small);
    color: var(--_text);
  }
  /* A date or a number never breaks inside as long as it fits on a line of its own. */
  .whole {
    display: inline-block;
    max-inline-size: 100%;
    vertical-align: top;
  }
  .text {
    display: block;
    white-space: pre-wrap;
  }
  .text[tabindex] {
    max-block-size: 240px;
    overflow: auto;
  }
  .literal {
    font-variant-numeric: tabular-nums;
  }
  .list {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .list > li + li {
    margin-block-start: 2px;
  }
  a {
    color: var(--_accent);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  /* Beside each other a table and a diff would have no room. */
  :has(> .value > .view) > .value {
    grid-column: 1 / -1;
  }
  .view-lost {
    margin: 0;
    font-size: var(--_size-tiny);
    color: var(--_muted);
  }
  pre.code {
    max-block-size: 320px;
    margin: 2px 0 4px;
    padding: 8px 10px;
    overflow: auto;
    border-radius: var(--_radius-small);
    background: var(--_raised);
    color: var(--_text);
    line-height: 18px;
    text-align: left;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  pre.code code {
    font: inherit;
  }
  @container (inline-size < 240px) {
    .fields:not(.inline) {
      grid-template-columns: minmax(0, 1fr);
      row-gap: 4px;
    }
    .fields:not(.inline) > div {
      display: block;
    }
  }
  @media (pointer: coarse) {
    .tool {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }
`;
