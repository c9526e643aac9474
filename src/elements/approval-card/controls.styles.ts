import { css } from 'lit';

/** The answers, and the form that stands in their place. */
export const controlStyles = css`
  /* Beside each other where both fit, and never an answer alone below the other. */
  .controls,
  .answers {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    align-items: center;
    gap: calc(2 * var(--_space));
  }
  .ways {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    column-gap: calc(4 * var(--_space));
  }
  .form .answer:first-of-type {
    margin-inline-start: auto;
  }
  kbd {
    flex: none;
    min-inline-size: 18px;
    padding-inline: 3px;
    border: 1px solid currentColor;
    border-radius: 4px;
    font-family: var(--_mono);
    font-size: 11px;
    line-height: 16px;
    text-align: center;
  }
  .answer {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: calc(1.5 * var(--_space));
    min-block-size: 32px;
    max-inline-size: 100%;
    padding: 5px 12px;
    border: 1px solid var(--_control);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    font-size: var(--_size-small);
    font-weight: 600;
    text-align: center;
  }
  .answer:hover {
    border-color: var(--_text);
  }
  .answer.primary {
    border-color: var(--_button);
    background: var(--_button);
    color: var(--_button-text);
  }
  .answer.primary:hover {
    background: color-mix(in srgb, var(--_button) 88%, var(--_button-text));
  }
  .answer.danger {
    border-color: var(--_danger);
    background: var(--_danger);
  }
  .answer.danger:hover {
    background: color-mix(in srgb, var(--_danger) 88%, var(--_button-text));
  }
  .clamp {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    line-clamp: 3;
  }
  .unknown {
    flex: 1 1 100%;
    font-size: var(--_size-small);
  }
  .link {
    display: inline-flex;
    align-items: center;
    gap: calc(1.5 * var(--_space));
    min-block-size: 24px;
    color: var(--_muted);
    font-size: var(--_size-small);
    font-weight: 500;
  }
  .link:hover {
    color: var(--_text);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .link svg {
    inline-size: 14px;
    block-size: 14px;
  }

  .label {
    flex: 1 1 100%;
    font-size: var(--_size-small);
    font-weight: 500;
  }
  .field {
    flex: 1 1 100%;
    inline-size: 100%;
    min-block-size: 48px;
    margin: 0;
    padding: 6px 8px;
    border: 1px solid var(--_control);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_size-small);
    letter-spacing: inherit;
    resize: vertical;
    field-sizing: content;
  }
  .field.code {
    font-family: var(--_mono);
    font-size: var(--_size-tiny);
    line-height: 18px;
  }
  .field[aria-invalid='true'] {
    border-color: var(--_danger);
  }
  @media (pointer: coarse) {
    .answer,
    .link {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .answer.primary {
      border-width: 2px;
    }
  }
  /* Side by side, and a long act on two lines: stacked, they would push each other out of sight. */
  @container (inline-size < 480px) {
    .answers {
      flex: 1 1 100%;
      align-items: stretch;
    }
    /* Beside the one that stands out as wide as its word, on a line of its own as wide as that. */
    .answer {
      flex: 1 1 auto;
    }
    .answer.primary {
      flex: 999 1 160px;
    }
  }
  @container (inline-size < 300px) {
    .answer.answer {
      flex: 1 1 100%;
    }
  }
`;
