import { css } from 'lit';

/** All open questions as one list, and what is asked before a second press. */
export const reviewStyles = css`
  .review {
    max-block-size: 480px;
  }
  .review-list,
  .confirm-list {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .review-item {
    display: grid;
    gap: var(--_space);
    padding-block: calc(2 * var(--_space));
  }
  .review-item:first-child {
    padding-block-start: 0;
  }
  .review-item + .review-item {
    border-block-start: 1px solid var(--_control);
  }
  .alone {
    display: flex;
    gap: calc(1.5 * var(--_space));
    color: var(--_warning);
    font-size: var(--_size-small);
    font-weight: 500;
  }
  .alone svg {
    margin-block-start: 2px;
  }
  .confirm {
    display: grid;
    gap: var(--_space);
    border-radius: var(--_radius-small);
    color: var(--_warning);
    font-weight: 600;
  }
  .confirm-list {
    gap: 2px;
    color: var(--_text);
    font-weight: 500;
  }
  .confirm-list li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: calc(1.5 * var(--_space));
  }
  .confirm-list .delete {
    color: var(--_danger);
  }
  .confirm-list svg {
    align-self: center;
    inline-size: 14px;
    block-size: 14px;
  }
`;
