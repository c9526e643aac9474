import { css } from 'lit';

export const styles = css`
  .head {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr) auto;
    align-items: center;
    column-gap: 8px;
    min-block-size: 32px;
  }
  .mark {
    display: grid;
    place-items: center;
    color: var(--_muted);
  }
  .heading {
    font-weight: 600;
  }
  .count {
    color: var(--_muted);
    font-size: var(--_size-small);
  }
  /* The chips stand on the rail of the icons: indented, they would cost the labels a line each where it is narrow. */
  .steps {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr) max-content;
    column-gap: 8px;
    margin: 0;
    padding: 0;
    /* With "none" WebKit takes it for no list at all. */
    list-style-type: '';
  }
  .step {
    position: relative;
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: start;
    padding-block: 3px;
  }
  .verb {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-block-size: 20px;
    padding-inline: 4px 8px;
    border-radius: 4px;
    background: var(--_raised);
    color: var(--_text);
    font-size: var(--_size-tiny);
    font-weight: 500;
    line-height: 18px;
    white-space: nowrap;
  }
  .verb svg {
    inline-size: 12px;
    block-size: 12px;
  }
  .verb.delete {
    background: color-mix(in srgb, var(--_danger) 12%, transparent);
    color: var(--_danger);
    font-weight: 600;
  }
  /* It takes the rest of the line, so that the status stands at the end beside it and at the start below it. */
  .label {
    flex: 1 1 auto;
    min-inline-size: 0;
    text-wrap: pretty;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 12px;
    min-inline-size: 0;
  }
  .status {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    color: var(--_muted);
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .status svg {
    inline-size: 12px;
    block-size: 12px;
  }
  .detail {
    flex: 1 1 100%;
    color: var(--_muted);
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .awaiting_approval .status {
    color: var(--_ask);
    font-weight: 500;
  }
  .active .status {
    color: var(--_accent);
    font-weight: 500;
  }
  .completed .status svg {
    color: var(--_success);
  }
  .failed .status {
    color: var(--_danger);
    font-weight: 500;
  }
  :is(.degraded, .expired, .interrupted) .status {
    color: var(--_warning);
    font-weight: 500;
  }
  :is(.rejected, .cancelled, .skipped) .label {
    color: var(--_muted);
    text-decoration: line-through;
  }
  /* As wide as its drawing, so that all right edges are one. */
  .toggle {
    display: grid;
    place-items: center;
    inline-size: 9px;
    block-size: var(--_line);
    overflow: clip;
    color: var(--_muted);
  }
  /* The whole row opens it. */
  .toggle::after {
    content: '';
    position: absolute;
    inset-inline: 0;
    inset-block-start: 0;
    block-size: 26px;
  }
  .toggle svg {
    margin-inline: -3.5px;
    transition: rotate var(--_fast) ease-out;
  }
  .toggle[aria-expanded='true'] svg {
    rotate: 180deg;
  }
  .details {
    grid-column: 1 / -1;
    padding-block: 4px;
    padding-inline-start: 8px;
  }
  @media (pointer: coarse) {
    .step {
      min-block-size: 44px;
      padding-block: 12px;
    }
  }
  @media (forced-colors: active) {
    .verb {
      border: 1px solid;
    }
  }
`;
