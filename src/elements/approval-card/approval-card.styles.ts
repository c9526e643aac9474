import { css } from 'lit';

export const styles = css`
  .open > .head {
    display: flex;
    gap: calc(1.5 * var(--_space));
  }
  .open > .head > .line {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    column-gap: calc(3 * var(--_space));
    min-inline-size: 0;
  }
  .mark {
    display: grid;
    flex: none;
    place-items: center;
    block-size: var(--_line);
  }
  .heading {
    font-weight: 600;
  }

  /* The request: a ground and an edge that nothing else has. */
  .card.open {
    position: relative;
    display: grid;
    gap: var(--_space);
    padding-block: calc(2 * var(--_space)) calc(2.5 * var(--_space));
    padding-inline: calc(3.5 * var(--_space)) calc(3 * var(--_space));
    overflow: hidden;
    border: 1px solid var(--_line-color);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .card.open::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    border-inline-start: 3px solid var(--_control);
  }
  .card.pending {
    border-color: color-mix(in srgb, var(--_ask-line) 55%, transparent);
    background: var(--_ask-surface);
  }
  .card.pending::before {
    border-color: var(--_ask-line);
  }
  .pending > .head :is(.mark, .heading) {
    color: var(--_ask);
  }
  .open:not(.pending) > .head > .mark {
    color: var(--_muted);
  }
  .time {
    display: inline-flex;
    align-items: center;
    gap: var(--_space);
    margin-inline-start: auto;
    color: var(--_muted);
    font-size: var(--_size-small);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .time svg {
    inline-size: 14px;
    block-size: 14px;
  }
  .time.warning {
    color: var(--_warning);
    font-weight: 600;
  }
  .time.urgent {
    color: var(--_danger);
    font-weight: 700;
  }
  .tool-line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: calc(2 * var(--_space));
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .key {
    color: var(--_text);
    font-weight: 500;
  }
  .risk {
    display: inline-flex;
    align-items: baseline;
    gap: var(--_space);
    color: var(--_muted);
    font-weight: 500;
  }
  .risk svg {
    align-self: center;
    inline-size: 14px;
    block-size: 14px;
  }
  .risk.medium {
    color: var(--_warning);
  }
  .risk.high {
    color: var(--_danger);
    font-weight: 600;
  }

  /* One box scrolls, not one in another; at its end everything has been shown. */
  .content {
    max-block-size: 360px;
    margin-inline: calc(-1 * var(--_space));
    padding-inline: var(--_space);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .content .text,
  .content pre.code {
    max-block-size: none;
    overflow: visible;
  }
  .inside {
    display: grid;
    gap: var(--_space);
  }
  .question {
    font-weight: 600;
  }
  .question q {
    quotes: auto;
  }
  .why {
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .open .arguments :is(dt, dd, .rows) {
    color: var(--_text);
  }
  .more {
    padding-block-start: var(--_space);
    border-block-start: 1px solid var(--_control);
    color: var(--_warning);
    font-size: var(--_size-small);
    font-weight: 500;
  }
  .more.done {
    color: var(--_muted);
  }
  .outcome {
    color: var(--_muted);
    font-size: var(--_size-small);
  }
  .notice p,
  #editor-hint {
    display: flex;
    gap: calc(1.5 * var(--_space));
    font-size: var(--_size-small);
  }
  .notice:not(:has(p)) {
    display: none;
  }
  :is(.notice, .edited-heading, #editor-hint) svg {
    margin-block-start: 2px;
  }
  .notice p {
    font-weight: 500;
  }
  .notice bdi {
    font-weight: 400;
  }
  .warn {
    color: var(--_warning);
  }
  .error {
    color: var(--_danger);
  }
  .edited {
    color: var(--_accent);
    font-size: var(--_size-small);
    font-weight: 500;
  }
  @media (forced-colors: active) {
    .card.pending {
      border-width: 2px;
    }
  }
`;
