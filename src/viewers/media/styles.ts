import { css } from 'lit';

export const styles = css`
  .media-view {
    display: grid;
    gap: 8px;
    margin-block: 2px 4px;
    font-size: var(--_size-small);
    line-height: var(--_line-small);
  }
  .media-view > p {
    margin: 0;
  }
  .media {
    display: grid;
    gap: 4px;
    margin: 0;
    min-inline-size: 0;
  }
  .picture {
    display: block;
    max-inline-size: 100%;
    max-block-size: 320px;
    inline-size: auto;
    block-size: auto;
    border-radius: var(--_radius-small);
    background: var(--_raised);
    object-fit: contain;
  }
  .media-caption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
  }
  .media-name {
    min-inline-size: 0;
  }
  .media-facts,
  .media-why,
  .media-host {
    font-size: var(--_size-tiny);
  }
  .media-why {
    flex-basis: 100%;
  }
`;
