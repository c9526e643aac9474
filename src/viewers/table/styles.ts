import { css } from 'lit';

export const styles = css`
  .table-box {
    max-block-size: 320px;
    margin-block: 2px;
    overflow: auto;
    border: 1px solid var(--_line-color);
    border-radius: var(--_radius-small);
    overscroll-behavior-inline: contain;
  }
  .table {
    inline-size: 100%;
    border-collapse: separate;
    border-spacing: 0;
    font-size: var(--_size-small);
    line-height: var(--_line-small);
    color: var(--_text);
  }
  .table th {
    position: sticky;
    inset-block-start: 0;
    padding: 0;
    background: var(--_raised);
    border-block-end: 1px solid var(--_line-color);
    color: var(--_muted);
    font-size: var(--_size-tiny);
    font-weight: 500;
    text-align: start;
    white-space: nowrap;
  }
  .table th:not([aria-sort]),
  .sort {
    padding: 5px 10px;
  }
  .sort {
    display: flex;
    align-items: center;
    gap: 4px;
    inline-size: 100%;
    min-block-size: 28px;
  }
  .number > .sort {
    flex-direction: row-reverse;
  }
  .sort:hover {
    color: var(--_text);
  }
  .sort:focus-visible {
    outline-offset: -2px;
  }
  .arrow {
    inline-size: 8px;
    text-align: center;
  }
  [aria-sort='ascending'] .arrow::before {
    content: '↑';
  }
  [aria-sort='descending'] .arrow::before {
    content: '↓';
  }
  [aria-sort='ascending'],
  [aria-sort='descending'] {
    color: var(--_text) !important;
  }
  .table td {
    min-inline-size: 48px;
    max-inline-size: 420px;
    padding: 4px 10px;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  .table tr + tr > td {
    border-block-start: 1px solid color-mix(in srgb, var(--_line-color) 60%, transparent);
  }
  .table tbody tr:hover > td {
    background: color-mix(in srgb, var(--_raised) 60%, transparent);
  }
  .table .short {
    white-space: nowrap;
  }
  .table .number {
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .table-foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
    min-block-size: 24px;
    font-size: var(--_size-tiny);
  }
  @media (pointer: coarse) {
    .sort {
      min-block-size: 44px;
    }
  }
  @media print {
    .table-box {
      max-block-size: none;
      overflow: visible;
    }
    .sort {
      display: flex !important;
    }
  }
`;
