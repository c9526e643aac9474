/**
 * The parts of the cards in the built-in feed, passed on under the card's own name, so that a page reaches them from
 * outside: `chainabit-activity::part(card-title)`. The lists are those of the cards' docblocks; a test compares them.
 */
export const exportedParts = {
  thinking: passOn('thinking', 'icon line more rail text toggle'),
  plan: passOn('plan', 'count detail details head heading icon label line mark plan status step steps toggle verb'),
  card: passOn(
    'card',
    'attempt body card chevron code detail diff diff-file diff-gap diff-head diff-line diff-view empty error ' +
      'error-code error-view fallback field field-name field-value fields header icon image input line link list media ' +
      'media-caption media-view meta no-input no-output output progress progress-text rail reason sql-block sql-blocks ' +
      'sql-head sql-layout sql-view status summary table table-box table-cell table-foot table-head time title tree ' +
      'tree-foot tree-input tree-path tree-row tree-search tree-view value value-body value-button value-header ' +
      'value-label value-note value-rest value-state view view-lost',
  ),
  approval: passOn(
    'approval',
    'answer answers approve arguments back card change change-name changes changes-heading code confirm ' +
      'confirm-heading confirm-item confirm-list content controls countdown custom decided-at decided-by ' +
      'detail details edit edited editor editor-field editor-head editor-hint editor-label editor-reset ' +
      'field field-name field-value fields form form-group form-row head heading icon inside key line mark ' +
      'more notice outcome question reason reason-field reason-label reason-toggle receipt reject review ' +
      'review-alone review-item review-list review-toggle risk toggle tool tool-key unknown-option value ' +
      'value-body value-button value-header value-label value-rest ways',
  ),
};

function passOn(card: string, names: string): string {
  return names
    .split(' ')
    .map((name) => `${name}: ${card}-${name}`)
    .join(', ');
}
