import { css } from 'lit';

/** The settled card: a row with the measures of a tool card, so that both stand on the same rail. */
export const receiptStyles = css`
  .card.settled {
    position: relative;
  }
  .settled > .head {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) 9px;
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
    font-weight: 500;
  }
  /* Who and when go on after the heading, what and why begin a line. */
  .subject {
    flex: 1 1 100%;
  }
  .toggle {
    overflow: clip;
  }
  .toggle svg {
    margin-inline: -3.5px;
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
  }
  .fact,
  .subject {
    color: var(--_muted);
    font-size: var(--_size-small);
    line-height: var(--_line-small);
    unicode-bidi: isolate;
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
  }
`;
