import { css } from 'lit';

/**
 * What every element starts from: a clean inside that host rules cannot reach through inheritance, the focus ring, the
 * plain button and the classes for hidden text. Inherited properties are set once, on the host element itself.
 */
export const host = css`
  :host {
    display: block;
    box-sizing: border-box;
    min-inline-size: 0;
    color: var(--_text);
    font-family: var(--_font);
    font-size: var(--_size);
    font-style: normal;
    font-weight: 400;
    line-height: var(--_line);
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    word-spacing: normal;
    white-space: normal;
    overflow-wrap: anywhere;
    text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  bdi,
  :where([dir='ltr'], [dir='rtl']):not(textarea) {
    unicode-bidi: isolate;
    /* As a block it would start on the side of its own direction, away from the line it belongs to. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .muted {
    color: var(--_muted);
  }
  .small {
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .code {
    font-family: var(--_mono);
    font-size: var(--_size-tiny);
    direction: ltr;
    unicode-bidi: isolate;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  button {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    letter-spacing: inherit;
    text-align: inherit;
    cursor: pointer;
  }
  button:disabled {
    cursor: default;
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
    border-radius: var(--_radius-small);
  }
  svg {
    display: block;
    inline-size: 16px;
    block-size: 16px;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @media print {
    .chevron,
    button:not(.header) {
      display: none;
    }
    /* Paper does not scroll. */
    .content,
    .text,
    pre.code {
      max-block-size: none !important;
      overflow: visible !important;
    }
    .card,
    li {
      break-inside: avoid;
    }
  }
  @media (forced-colors: active) {
    :focus-visible {
      outline-color: Highlight;
    }
  }
`;
