/** The event-stream cases of the browser tests, through the same decoder, in Node. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importSources } from '../engines/sources.mjs';

/** @typedef {{ name: string, input: string, events: [string, string, string?][] }} ParsingCase */

const { table, grammar, check } = await importSources({
  table: 'test/wire/conformance-cases.ts',
  grammar: 'test/wire/grammar-cases.ts',
  check: 'test/wire/check-case.ts',
});
/** @type {ParsingCase[]} */
const known = table.PARSING_CASES;
/** @type {ParsingCase[]} */
const own = grammar.GRAMMAR_CASES;

describe('SSE decoder in Node (F10, R1): every case at every byte', () => {
  it('has the whole table, and thirty cases more', () => {
    assert.ok(known.length >= 50, `${String(known.length)} cases in the table`);
    assert.ok(own.length >= 30, `${String(own.length)} cases of our own`);
  });
  for (const each of known) it(`table: ${each.name}`, () => assert.deepEqual(check.problemsOf(each), []));
  for (const each of own) it(each.name, () => assert.deepEqual(check.problemsOf(each), []));
});
