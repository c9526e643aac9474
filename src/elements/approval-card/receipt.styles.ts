import { css } from 'lit';

/** The settled card: a row with the measures of a tool card, so that both stand on the same rail. */
export const receiptStyles = css`
  .card.settled {
    position: relative;
  }
  .settled > .head {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) 16px;
    align-items: start;
    column-gap: 8px;
    min-block-size: 32px;
    padding-block: 6px;
  }
  .settled > .head > .mark,
  .toggle {
    display: grid;
    place-items: center;
    block-size: var(--_line);
    color: var(--_muted);
  }
  .settled > .head > .line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 10px;
  }
  .settled.accepted .mark {
    color: var(--_success);
  }
  .settled.expired :is(.mark, .heading) {
    color: var(--_warning);
  }
  .settled .heading {
    order: 1;
    font-size: var(--_size-small);
    font-weight: 500;
  }
  .subject {
    flex: 1 1 100%;
    font-weight: 500;
  }
  .toggle svg {
    transition: rotate var(--_fast) ease-out;
  }
  .toggle[aria-expanded='true'] svg {
    rotate: 180deg;
  }
  /* The whole row opens it. */
  .toggle::after {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    block-size: 32px;
  }
  .receipt {
    display: contents;
    color: var(--_muted);
    font-size: var(--_size-small);
  }
  .fact {
    order: 2;
    color: var(--_muted);
    font-size: var(--_size-small);
  }
  .fact.code {
    font-size: var(--_size-tiny);
  }
  .fact > bdi {
    color: var(--_text);
  }
  .details {
    padding-block-end: 8px;
    padding-inline-start: 28px;
  }
  .details[hidden] {
    display: none;
  }
  @media (pointer: coarse) {
    .settled > .head {
      min-block-size: 44px;
      padding-block: 12px;
    }
    .toggle::after {
      block-size: 44px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .toggle svg {
      transition: none;
    }
  }
`;
