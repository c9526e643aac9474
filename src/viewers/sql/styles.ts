import { css } from 'lit';

export const styles = css`
  .sql-bar {
    display: flex;
    justify-content: flex-end;
    font-size: var(--_size-tiny);
  }
  .sql-blocks {
    display: grid;
    gap: 8px 12px;
  }
  .sql-blocks.across {
    grid-auto-flow: column;
    grid-auto-columns: minmax(220px, 1fr);
    overflow-x: auto;
  }
  .sql-block {
    margin: 0;
    min-inline-size: 0;
  }
  .sql-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-block-size: 24px;
    color: var(--_muted);
    font-size: var(--_size-tiny);
  }
  pre.code.sql {
    margin-block: 0;
  }
  .sql-word {
    color: var(--_accent);
    font-weight: 600;
  }
  .sql-text {
    color: var(--_success);
  }
  .sql-number,
  .sql-parameter {
    color: var(--_warning);
  }
  .sql-comment {
    color: var(--_muted);
    font-style: italic;
  }
`;
