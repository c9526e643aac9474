import { expect } from '@open-wc/testing';
import { problemsOf } from './check-case.js';
import { PARSING_CASES } from './conformance-cases.js';
import { GRAMMAR_CASES } from './grammar-cases.js';
import { parsePlainly } from './plain-parser.js';

describe('SSE decoder: grammar (F10)', () => {
  it('has at least thirty cases that the table does not have', () => {
    const known = new Set(PARSING_CASES.map(({ input }) => input));
    const own = new Set(GRAMMAR_CASES.map(({ input }) => input).filter((input) => !known.has(input)));
    expect(own.size).to.be.at.least(30);
    expect(own.size).to.be.at.least(GRAMMAR_CASES.length);
  });

  for (const each of GRAMMAR_CASES) {
    it(each.name, () => {
      expect(problemsOf(each)).to.deep.equal([]);
    });
  }

  it('the standard, word for word, gives the same', () => {
    for (const { name, input, events } of GRAMMAR_CASES) {
      const expected = events.map(([data, id, type]) => ({ type: type ?? 'message', data, id }));
      expect(parsePlainly(input).events, name).to.deep.equal(expected);
    }
  });
});
