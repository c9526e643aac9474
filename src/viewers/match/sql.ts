import { entries, isArray, isRecord, type Entry } from '../data.js';

export interface SqlBlock {
  readonly name?: string;
  readonly text: string;
}

/** The blocks of a value, and the fields beside them. */
export interface SqlParts {
  readonly blocks: readonly SqlBlock[];
  readonly rest: readonly Entry[];
}

const HEAD = 2048;
const MOST_BLOCKS = 50;
const SQL_FIELD = /^(?:sql|query|queries|statement|statements|sql_?query|generated_?sql)$/iu;
/** In capitals, as statements are written and sentences are not; or named so. */
const STATEMENT =
  /^\s*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*(?:SELECT\b[\s\S]*\bFROM\b|WITH\b[\s\S]*\bAS\b|INSERT\s+INTO\b|UPDATE\b[\s\S]*\bSET\b|DELETE\s+FROM\b|(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|INDEX|SCHEMA|FUNCTION)\b|MERGE\s+INTO\b|EXPLAIN\b)/u;

/** SQL in a value: a statement, a list of statements, or fields that hold some. `undefined` where there is none. */
export function sqlOf(value: unknown, hinted = false): SqlParts | undefined {
  const parts = isArray(value) ? ofList(value, hinted) : isRecord(value) ? ofFields(value, hinted) : ofText(value, hinted);
  return parts !== undefined && parts.blocks.length > 0 && parts.blocks.length <= MOST_BLOCKS ? parts : undefined;
}

function ofText(value: unknown, hinted: boolean): SqlParts | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return hinted || STATEMENT.test(value.slice(0, HEAD)) ? { blocks: [{ text: value }], rest: [] } : undefined;
}

function ofList(list: readonly unknown[], hinted: boolean): SqlParts | undefined {
  if (list.length > MOST_BLOCKS) return undefined;
  const all = list.map((item) => (isRecord(item) ? ofFields(item, hinted) : ofText(item, hinted)));
  if (!all.every((each) => each?.blocks.length === 1 && each.rest.length === 0)) return undefined;
  return { blocks: all.flatMap((each) => each?.blocks ?? []), rest: [] };
}

function ofFields(value: object, hinted: boolean): SqlParts | undefined {
  const blocks: SqlBlock[] = [];
  const rest: Entry[] = [];
  for (const [key, item] of entries(value)) {
    const found = blocksOf(key ?? '', item, hinted);
    if (found.length === 0) rest.push([key, item]);
    else blocks.push(...found);
    if (rest.length > MOST_BLOCKS) return undefined;
  }
  return titled(blocks, rest);
}

/** A field that is called so may hold several, and one that is not may hold one, which is then called like the field. */
function blocksOf(key: string, item: unknown, hinted: boolean): readonly SqlBlock[] {
  if (!SQL_FIELD.test(key)) return ofText(item, false)?.blocks.map(({ text }) => ({ name: key, text })) ?? [];
  return (isArray(item) ? ofList(item, true) : ofText(item, hinted || isLikely(item)))?.blocks ?? [];
}

/** The only block is called as the object is. */
function titled(blocks: readonly SqlBlock[], rest: readonly Entry[]): SqlParts {
  const title = rest.find(([key, item]) => ['name', 'title', 'label'].includes(key ?? '') && typeof item === 'string');
  const [only, ...others] = blocks;
  if (title === undefined || only === undefined || others.length > 0) return { blocks, rest };
  return { blocks: [{ ...only, name: title[1] as string }], rest: rest.filter((entry) => entry !== title) };
}

/** A field that is called so may be written in small letters, but `query` is also what people search for. */
function isLikely(item: unknown): boolean {
  return typeof item === 'string' && STATEMENT.test(item.slice(0, HEAD).toUpperCase());
}
