import { css } from 'lit';

export const styles = css`
  :host(:state(idle)) {
    display: none;
  }
  .line {
    display: grid;
    grid-template-columns: 20px minmax(0, auto) auto;
    justify-content: start;
    column-gap: 8px;
    min-block-size: 32px;
    padding-block: 6px;
  }
  .rail {
    display: grid;
    place-items: center;
    block-size: var(--_line);
    color: var(--_accent);
  }
  .text {
    font-weight: 500;
  }
  .dots {
    display: flex;
    gap: 2px;
  }
  .dots i {
    inline-size: 4px;
    block-size: 4px;
    border-radius: 50%;
    background: currentColor;
    animation: breathe 1.4s ease-in-out infinite;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.16s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.32s;
  }
  @keyframes breathe {
    0%,
    60%,
    100% {
      translate: 0 0;
    }
    30% {
      translate: 0 -3px;
    }
  }
  .toggle {
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    margin-block: -2px;
    border-radius: var(--_radius-small);
    color: var(--_muted);
  }
  .toggle:hover {
    background: var(--_raised);
    color: var(--_text);
  }
  .toggle svg {
    transition: rotate var(--_fast) ease-out;
  }
  .toggle[aria-expanded='true'] svg {
    rotate: 180deg;
  }
  .more {
    margin: 0;
    padding-block: 0 8px;
    padding-inline: 28px 0;
    color: var(--_muted);
    font-size: var(--_size-small);
    white-space: pre-wrap;
  }
  @media (prefers-reduced-motion: reduce) {
    .dots i {
      animation: none;
    }
    .toggle svg {
      transition: none;
    }
  }
  @media (pointer: coarse) {
    .toggle {
      inline-size: 44px;
      block-size: 44px;
      margin-block: -12px;
    }
  }
  @media (forced-colors: active) {
    .dots i {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
