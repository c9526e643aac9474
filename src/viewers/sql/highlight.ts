export type TokenKind = 'comment' | 'text' | 'name' | 'number' | 'word' | 'parameter' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/**
 * One alternative a kind of token, in the order in which they are tried. Each ends by itself: what is not closed ends at
 * the end. None can fail after a long run, so the work is linear.
 */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?)|(?<text>'[^']*(?:''[^']*)*'?)|(?<name>"[^"]*"?|`[^`]*`?|\[[A-Za-z_][^\]\n]*\])|(?<parameter>[:@$][\w$]+|\$\{[^}\n]*\}?)|(?<number>\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<plain>[\s\S])/giu;

/** Each token is an element: what comes after these is plain. */
const MOST = 4000;

/** Of the standard and what the common databases add; names of functions and types are not among them. */
const KEYWORDS = new Set(
  (
    'ADD ALL ALTER ANALYZE AND ANY AS ASC BEGIN BETWEEN BY CASCADE CASE CHECK COLUMN COMMIT CONSTRAINT CREATE CROSS CURRENT DATABASE DEFAULT ' +
    'DELETE DESC DISTINCT DROP ELSE END ESCAPE EXCEPT EXISTS EXPLAIN FALSE FETCH FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL FUNCTION ' +
    'GRANT GROUP HAVING IF ILIKE IN INDEX INNER INSERT INTERSECT INTERVAL INTO IS JOIN KEY LAST LATERAL LEFT LIKE LIMIT MATCHED MATERIALIZED ' +
    'MERGE NATURAL NEXT NOT NULL NULLS OFFSET ON ONLY OR ORDER OUTER OVER PARTITION PRECEDING PRIMARY QUALIFY RANGE RECURSIVE REFERENCES ' +
    'REPLACE RETURNING REVOKE RIGHT ROLLBACK ROW ROWS SCHEMA SELECT SET TABLE TEMP TEMPORARY THEN TO TOP TRUE TRUNCATE UNBOUNDED UNION ' +
    'UNIQUE UPDATE USING VALUES VIEW WHEN WHERE WINDOW WITH WITHIN'
  ).split(' '),
);

/** The text of a statement as tokens. Together they are the text, whatever it is. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: { kind: TokenKind; text: string }[] = [];
  for (const { 0: found, groups = {}, index } of text.matchAll(TOKEN)) {
    if (tokens.length >= MOST) return [...tokens, { kind: 'plain', text: text.slice(index) }];
    const kind = kindOf(groups, found);
    const last = tokens.at(-1);
    if (last?.kind === kind && kind === 'plain') last.text += found;
    else tokens.push({ kind, text: found });
  }
  return tokens;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>, found: string): TokenKind {
  if (groups['word'] !== undefined) return KEYWORDS.has(found.toUpperCase()) ? 'word' : 'plain';
  const named = (['comment', 'text', 'name', 'parameter', 'number'] as const).find((kind) => groups[kind] !== undefined);
  return named ?? 'plain';
}
