import { css } from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
  }
  /* Only a theme of our own choosing paints a ground: with "inherit" the page's shows through. */
  :host([theme='auto']) {
    color-scheme: light dark;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host(:is([theme='auto'], [theme='light'], [theme='dark'])) {
    background: var(--_surface);
  }
  .feed {
    display: flex;
    flex-direction: column;
    gap: calc(2 * var(--_space));
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: calc(2 * var(--_space));
    row-gap: var(--_space);
  }
  .thinking {
    flex: 1 1 auto;
  }
  .capability {
    display: inline-flex;
    align-items: center;
    gap: calc(1.5 * var(--_space));
    max-inline-size: 100%;
    padding: 1px calc(2 * var(--_space));
    border: 1px solid var(--_line-color);
    border-radius: 999px;
    color: var(--_muted);
    font-size: var(--_size-tiny);
    line-height: 20px;
  }
  .capability svg {
    inline-size: 12px;
    block-size: 12px;
  }
  .button {
    display: inline-flex;
    align-items: center;
    gap: var(--_space);
    min-block-size: 28px;
    padding-inline: calc(2.5 * var(--_space));
    border: 1px solid var(--_control);
    border-radius: var(--_radius-small);
    font-size: var(--_size-small);
    font-weight: 500;
    white-space: nowrap;
  }
  .button:hover:not([aria-disabled='true']) {
    background: var(--_raised);
  }
  .button[aria-disabled='true'] {
    cursor: default;
    color: var(--_muted);
    border-color: var(--_line-color);
  }
  /* At the end of the line, its words over the chevrons of the rows that it opens. */
  .button.quiet {
    order: 2;
    margin-inline: auto 0;
    padding-inline: 0;
    border-color: transparent;
    color: var(--_muted);
  }
  .button.quiet:hover {
    background: none;
    color: var(--_text);
  }
  .button svg {
    inline-size: 12px;
    block-size: 12px;
  }
  .stop,
  .failures {
    margin-inline: auto 0;
  }
  /* Words in the other direction than the page's; the place stays the page's. */
  .stop[dir],
  .quiet[dir],
  .failures[dir] {
    margin-inline: 0 auto;
  }
  /* Where the line is short the chip goes below it, not the button. */
  @container (inline-size < 480px) {
    .capability {
      order: 1;
    }
  }
  .connection {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(2 * var(--_space));
    padding: calc(1.5 * var(--_space)) calc(2 * var(--_space));
    border-radius: var(--_radius-small);
    background: var(--_raised);
    color: var(--_text);
    font-size: var(--_size-small);
  }
  .connection svg {
    color: var(--_warning);
  }
  .connection-text {
    flex: 1 1 12em;
    font-variant-numeric: tabular-nums;
  }
  .timeline {
    display: flex;
    flex-direction: column;
    gap: 2px;
  }
  /* The card stands back while its approval asks: then its entry is none either. */
  .item:has(> :state(deferred)) {
    display: none;
  }
  .item[hidden] {
    display: none;
  }
  @media print {
    .item[hidden] {
      display: block;
    }
  }
  /* Looks like the row of a finished card, since it stands for some. */
  .fold {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) 9px;
    column-gap: 8px;
    inline-size: 100%;
    min-block-size: 32px;
    padding-block: 6px;
    border-radius: var(--_radius-small);
    color: var(--_muted);
    text-align: start;
  }
  .fold:hover {
    background: var(--_raised);
    box-shadow: 0 0 0 4px var(--_raised);
    clip-path: inset(0 -4px);
  }
  .fold-rail,
  .fold-chevron {
    display: grid;
    place-items: center;
    block-size: var(--_line);
  }
  .fold-rail {
    color: var(--_success);
  }
  .fold-rail.degraded {
    color: var(--_warning);
  }
  .fold-text {
    font-variant-numeric: tabular-nums;
  }
  .fold-chevron {
    overflow: clip;
    transition: rotate var(--_fast) ease-out;
  }
  .fold-chevron svg {
    margin-inline: -3.5px;
  }
  .fold[aria-expanded='true'] .fold-chevron {
    rotate: 180deg;
  }
  /* A card that asks is a box, and a box needs air; two of them must not read as one. */
  .item:has(> [part='approval']:is(:state(pending), :state(sending), :state(handed-over), :state(overdue))) {
    margin-block: calc(1.5 * var(--_space));
  }
  /* Text on the rail of the cards, whose icons stand in the middle of 20 px. */
  .note,
  .end {
    display: flex;
    gap: calc(2 * var(--_space) + 2px);
    margin: 0;
    padding-inline-start: 2px;
    color: var(--_muted);
    font-size: var(--_size-small);
  }
  .note svg,
  .end svg {
    margin-block-start: 2px;
  }
  .note.warning,
  .end.partial svg,
  .end.truncated svg {
    color: var(--_warning);
  }
  .note.error,
  .end.failed svg {
    color: var(--_danger);
  }
  .end.failed,
  .end.partial,
  .end.refused,
  .end.truncated {
    color: var(--_text);
    font-weight: 500;
  }
  .end.completed svg {
    color: var(--_success);
  }
  .end {
    flex-wrap: wrap;
  }
  .end-text {
    flex: 1 1 0;
    min-inline-size: 160px;
  }
  .why {
    display: block;
    font-weight: 400;
  }
  .time {
    color: var(--_muted);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  /* What all the rest was for: air around it, and the page's own measure of text. */
  .answer {
    padding-block: calc(2 * var(--_space)) var(--_space);
    white-space: pre-wrap;
  }
  @media (pointer: coarse) {
    .button {
      min-block-size: 44px;
    }
  }
`;
