import { css } from 'lit';

/** What the cards with a heading share: their container, their plain headings, and the toggle of their details. */
export const card = css`
  :host {
    container-type: inline-size;
  }
  :host(:state(empty)) {
    display: none;
  }
  h3,
  p {
    margin: 0;
    font: inherit;
  }
  @media (pointer: coarse) {
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
