import { css } from 'lit';

/** The arguments as a form or a text, and what was changed in them. */
export const editorStyles = css`
  .editor {
    display: grid;
    gap: var(--_space);
  }
  .editor-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 calc(3 * var(--_space));
  }
  .editor-head .label {
    flex: 1 1 auto;
  }
  .form-fields,
  .form-group {
    display: grid;
    gap: calc(2 * var(--_space));
    min-inline-size: 0;
  }
  .form-group {
    margin: 0;
    padding: 0;
    padding-inline-start: 12px;
    border: 0;
    border-inline-start: 1px solid var(--_line-color);
  }
  legend {
    padding: 0;
  }
  .form-row {
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    align-items: baseline;
    gap: 2px 12px;
  }
  :is(.form-row, .form-group) > :is(label, legend) {
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .form-row > div {
    grid-column: 2;
  }
  .form-row .field {
    min-block-size: 32px;
    padding: 5px 8px;
  }
  .form-row .switch {
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    align-self: center;
    accent-color: var(--_accent);
  }
  .form-row p.error {
    display: flex;
    gap: calc(1.5 * var(--_space));
  }
  .edited-heading {
    display: flex;
    gap: calc(1.5 * var(--_space));
  }
  .changes {
    display: grid;
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--_text);
    font-weight: 400;
  }
  .change {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: calc(2 * var(--_space));
  }
  .change > .code {
    color: var(--_muted);
  }
  :is(del, ins) {
    min-inline-size: 0;
    padding-inline: 3px;
    border-radius: 3px;
    white-space: pre-wrap;
  }
  del {
    color: var(--_muted);
  }
  ins {
    background: color-mix(in srgb, var(--_accent) 14%, transparent);
    text-decoration: none;
    font-weight: 500;
  }
  @media (pointer: coarse) {
    .form-row .field {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    ins {
      text-decoration: underline;
    }
  }
  @container (inline-size < 320px) {
    .form-row {
      grid-template-columns: minmax(0, 1fr);
    }
    .form-row > div {
      grid-column: 1;
    }
  }
`;
