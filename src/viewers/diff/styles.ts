import { css } from 'lit';

export const styles = css`
  .diff-bar {
    display: flex;
    justify-content: flex-end;
    font-size: var(--_size-tiny);
  }
  .diff-file {
    margin: 0 0 8px;
    border: 1px solid var(--_line-color);
    border-radius: var(--_radius-small);
    overflow: clip;
  }
  .diff-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
    padding: 4px 10px;
    background: var(--_raised);
    border-block-end: 1px solid var(--_line-color);
    font-size: var(--_size-tiny);
  }
  .diff-name {
    min-inline-size: 0;
    color: var(--_text);
  }
  .diff-count {
    display: flex;
    gap: 8px;
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .plus {
    color: var(--_success);
  }
  .minus {
    color: var(--_danger);
  }
  .diff-none {
    padding: 6px 10px;
    font-size: var(--_size-small);
  }
  .diff {
    max-block-size: 400px;
    overflow: auto;
    font-family: var(--_mono);
    font-size: var(--_size-tiny);
    line-height: 18px;
    text-align: left;
    color: var(--_text);
  }
  .diff:focus-visible {
    outline-offset: -2px;
  }
  .diff-line {
    display: flex;
    min-inline-size: 0;
    padding-inline-end: 8px;
  }
  .no {
    flex: none;
    box-sizing: content-box;
    min-inline-size: 3ch;
    padding-inline: 4px;
    color: var(--_muted);
    text-align: right;
    font-variant-numeric: tabular-nums;
    user-select: none;
  }
  .sign {
    flex: none;
    inline-size: 3ch;
    text-align: center;
    user-select: none;
  }
  .line-text {
    min-inline-size: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    text-decoration: none;
    unicode-bidi: isolate;
  }
  .added {
    background: color-mix(in srgb, var(--_success) 12%, transparent);
  }
  .removed {
    background: color-mix(in srgb, var(--_danger) 11%, transparent);
  }
  .added > .sign {
    color: var(--_success);
  }
  .removed > .sign {
    color: var(--_danger);
  }
  .changed {
    border-radius: 2px;
    font-weight: 600;
  }
  .added .changed {
    background: color-mix(in srgb, var(--_success) 26%, transparent);
  }
  .removed .changed {
    background: color-mix(in srgb, var(--_danger) 24%, transparent);
  }
  .diff-gap {
    padding: 2px 10px;
    background: var(--_raised);
    color: var(--_muted);
    text-align: center;
  }
  .diff-file > .more {
    padding-inline: 10px;
    font-size: var(--_size-tiny);
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(2, minmax(200px, 1fr));
  }
  .pair > .diff-line + .diff-line {
    border-inline-start: 1px solid var(--_line-color);
  }
  .none {
    background: var(--_raised);
  }
  /* One number a side is enough where there is little room. */
  @container (inline-size < 420px) {
    .diff:not(.split) .no:first-child {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .changed {
      text-decoration: underline;
    }
  }
  @media print {
    .diff {
      max-block-size: none;
      overflow: visible;
    }
  }
`;
