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
  .form-fields {
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    gap: calc(1.5 * var(--_space)) 12px;
    min-inline-size: 0;
  }
  .form-row,
  .form-group {
    display: grid;
    grid-column: 1 / -1;
    gap: 2px 12px;
  }
  .form-row {
    grid-template-columns: subgrid;
    align-items: baseline;
  }
  .form-group > .form-fields {
    padding-inline-start: 12px;
    border-inline-start: 1px solid var(--_control);
  }
  .form-name {
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .form-name small {
    font-size: var(--_size-tiny);
  }
  .form-row > div {
    grid-column: 2;
  }
  .form-row > div:empty {
    display: none;
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
  /* A form is filled in, not only read: as much of it as fits on a small screen. */
  .content:has(.form-fields) {
    max-block-size: 480px;
  }
  /* Beside its label a date and its time would not fit any more. */
  @container (inline-size < 400px) {
    .form-fields {
      grid-template-columns: minmax(0, 1fr);
    }
    .form-row > div {
      grid-column: 1;
    }
    .form-row:has(.switch) {
      display: flex;
      flex-wrap: wrap;
    }
  }
`;
