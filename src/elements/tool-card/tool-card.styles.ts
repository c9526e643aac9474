import { css } from 'lit';

export const styles = css`
  :host(:state(empty)),
  :host(:state(deferred)) {
    display: none;
  }
  .card {
    container-type: inline-size;
    --_rail: 28px;
    --_tone: var(--_muted);
  }
  .card.active {
    --_tone: var(--_accent);
  }
  .card.completed {
    --_tone: var(--_success);
  }
  .card.failed {
    --_tone: var(--_danger);
  }
  .card.degraded,
  .card.expired,
  .card.interrupted {
    --_tone: var(--_warning);
  }
  .card.awaiting_approval {
    --_tone: var(--_ask);
  }
  p {
    margin: 0;
  }
  /* Waiting for a person looks like nothing else: a ground and an edge of its own. */
  .card.awaiting_approval {
    padding-inline: 8px;
    border-inline-start: 3px solid var(--_ask-line);
    border-start-end-radius: var(--_radius-small);
    border-end-end-radius: var(--_radius-small);
    background: var(--_ask-surface);
  }
  .awaiting_approval .header:hover {
    background: none;
    box-shadow: none;
  }

  .header {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) 9px;
    column-gap: 8px;
    inline-size: 100%;
    min-block-size: 32px;
    padding-block: 6px;
    border-radius: var(--_radius-small);
  }
  /* The ground of a hovered row reaches a little past its text, without moving it. */
  .header:hover {
    background: var(--_raised);
    box-shadow: 0 0 0 4px var(--_raised);
    clip-path: inset(0 -4px);
  }
  .rail,
  .chevron {
    display: grid;
    place-items: center;
    block-size: var(--_line);
    color: var(--_tone);
  }
  /* As wide as its drawing, whose end is then the end of everything below. */
  .chevron {
    overflow: clip;
    color: var(--_muted);
    transition: rotate var(--_fast) ease-out;
  }
  .chevron svg {
    margin-inline: -3.5px;
  }
  .header[aria-expanded='true'] .chevron {
    rotate: 180deg;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 12px;
  }
  /* Status and time keep the end of the first line as long as a short title fits beside them; else they go below. */
  .title {
    flex: 1 1 96px;
    min-inline-size: 0;
    font-weight: 500;
  }
  .cancelled .title,
  .skipped .title {
    color: var(--_muted);
  }
  .meta {
    display: flex;
    flex-wrap: wrap;
    column-gap: 8px;
    font-size: var(--_size-small);
    color: var(--_muted);
  }
  .active .status,
  .failed .status,
  .degraded .status,
  .expired .status,
  .interrupted .status,
  .awaiting_approval .status {
    color: var(--_tone);
    font-weight: 500;
  }
  .time {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .time:empty {
    display: none;
  }

  .body {
    display: grid;
    grid-template-rows: 1fr;
    padding-inline-start: var(--_rail);
    transition: grid-template-rows var(--_calm) ease-out;
  }
  .body.leaving {
    grid-template-rows: 0fr;
    transition-duration: var(--_fast);
  }
  @starting-style {
    .body {
      grid-template-rows: 0fr;
    }
  }
  .fold {
    min-block-size: 0;
    overflow: clip;
    overflow-clip-margin: 4px;
  }
  .details {
    display: grid;
    gap: 4px 24px;
    padding-block: 2px 8px;
  }
  .none {
    min-block-size: 24px;
    color: var(--_muted);
    font-size: var(--_size-tiny);
    line-height: 24px;
  }
  @container (inline-size >= 560px) {
    .details:has(> [part~='output']) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }

  @container (inline-size < 240px) {
    .title {
      flex-basis: 100%;
    }
  }

  .active .rail svg {
    animation: turn 1.6s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .active .rail svg {
      animation: none;
    }
    .body,
    .chevron {
      transition: none;
    }
  }
  @media (pointer: coarse) {
    .header {
      min-block-size: 44px;
      padding-block: 12px;
    }
  }
`;
