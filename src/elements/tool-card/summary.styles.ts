import { css } from 'lit';

/** The lines below the row: detail, bar, cause. */
export const summaryStyles = css`
  .summary {
    padding-inline-start: var(--_rail);
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .now {
    display: flex;
    flex-wrap: wrap;
    column-gap: 12px;
    margin-block-start: -4px;
    padding-block-end: 4px;
    color: var(--_muted);
  }
  .detail {
    flex: 1 1 auto;
    min-inline-size: 0;
  }
  /* While closed, words without end are cut where it shows; the open card has them all. */
  [aria-expanded='false'] .title,
  [aria-expanded='false'] + .summary bdi {
    display: -webkit-box;
    overflow: clip;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    line-clamp: 4;
  }
  .count {
    font-variant-numeric: tabular-nums;
  }
  .error,
  .why {
    margin-block-start: -4px;
    padding-block-end: 6px;
  }
  .now + .error,
  .now + .why,
  .error + .why,
  .why + .why {
    margin-block-start: -4px;
  }
  .error {
    color: var(--_danger);
  }
  .why:has(.label) {
    display: flex;
    gap: 8px;
  }
  .label {
    flex: none;
    color: var(--_muted);
  }
  .error .code,
  .none .code {
    /* On both sides: code is left to right, whatever the line that it stands in. */
    margin-inline: 8px;
    color: var(--_muted);
  }
  progress {
    display: block;
    inline-size: 100%;
    block-size: 3px;
    margin-block: 1px 7px;
    border: 0;
    border-radius: 2px;
    overflow: hidden;
    appearance: none;
    background: var(--_line-color);
    color: var(--_tone);
  }
  progress::-webkit-progress-bar {
    background: var(--_line-color);
  }
  progress::-webkit-progress-value {
    background: var(--_tone);
    transition: inline-size var(--_calm) ease-out;
  }
  progress::-moz-progress-bar {
    background: var(--_tone);
  }
  @media (prefers-reduced-motion: reduce) {
    progress::-webkit-progress-value {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    progress {
      --_tone: CanvasText;
      --_line-color: Canvas;
      outline: 1px solid CanvasText;
      forced-color-adjust: none;
    }
  }
`;
