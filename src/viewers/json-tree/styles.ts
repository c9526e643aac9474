import { css } from 'lit';

export const styles = css`
  .tree-search,
  .tree-foot {
    display: flex;
    align-items: center;
    gap: 4px 8px;
    min-block-size: 32px;
    font-size: var(--_size-tiny);
  }
  .tree-input {
    flex: 1 1 80px;
    min-inline-size: 0;
    block-size: 28px;
    padding: 0 8px;
    border: 1px solid var(--_control);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    appearance: none;
  }
  .tree-input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .tree-matches {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .tree-matches:empty {
    display: none;
  }
  .tool.step {
    inline-size: 24px;
    text-align: center;
    text-decoration: none;
  }
  .tree {
    max-block-size: 320px;
    padding: 4px;
    overflow: auto;
    border-radius: var(--_radius-small);
    background: var(--_raised);
    color: var(--_text);
    line-height: 18px;
    text-align: left;
  }
  .tree-row {
    display: flex;
    min-block-size: 24px;
    padding: 3px 6px 3px calc(4px + var(--_indent, 0px));
    border-radius: 4px;
    cursor: default;
    scroll-margin: 8px;
  }
  .level-2 { --_indent: 14px; }
  .level-3 { --_indent: 28px; }
  .level-4 { --_indent: 42px; }
  .level-5 { --_indent: 56px; }
  .level-6 { --_indent: 70px; }
  .level-7 { --_indent: 84px; }
  .level-8 { --_indent: 98px; }
  .level-9 { --_indent: 106px; }
  .level-10 { --_indent: 114px; }
  .level-11 { --_indent: 122px; }
  .level-12 { --_indent: 130px; }
  .tree-row:hover {
    background: color-mix(in srgb, var(--_text) 6%, transparent);
  }
  .tree-row[aria-selected='true'] {
    background: color-mix(in srgb, var(--_accent) 7%, transparent);
    box-shadow: inset 2px 0 var(--_accent);
  }
  .tree-row:focus-visible {
    outline-offset: -2px;
  }
  .tree-row[aria-expanded] {
    cursor: pointer;
  }
  .twisty {
    flex: none;
    inline-size: 14px;
    block-size: 18px;
    display: grid;
    place-items: center;
    color: var(--_muted);
  }
  .tree-row[aria-expanded] > .twisty::before {
    content: '';
    inline-size: 5px;
    block-size: 5px;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: -45deg;
  }
  .tree-row[aria-expanded='true'] > .twisty::before {
    rotate: 45deg;
    translate: 0 -1px;
  }
  .tree-text {
    min-inline-size: 0;
    white-space: pre-wrap;
  }
  /* A row that opens may be cut: what is cut is below it. */
  [aria-expanded] > .tree-text {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tree-key {
    color: var(--_accent);
  }
  .tree-count {
    color: var(--_muted);
  }
  .tree-string {
    color: var(--_success);
  }
  .tree-number,
  .tree-bigint,
  .tree-boolean {
    color: var(--_warning);
    font-variant-numeric: tabular-nums;
  }
  .tree-path {
    flex: 1 1 0;
    min-inline-size: 0;
    overflow: hidden;
    color: var(--_muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .tree-row[aria-selected='true'] {
      outline: 1px solid Highlight;
    }
  }
  @media (pointer: coarse) {
    .tree-row {
      min-block-size: 44px;
      align-items: center;
    }
    .tree-input,
    .tool.step {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }
  @media print {
    .tree {
      max-block-size: none;
      overflow: visible;
    }
    .tree-search,
    .tree-foot {
      display: none;
    }
  }
`;
