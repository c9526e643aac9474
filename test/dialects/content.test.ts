import { expect } from '@open-wc/testing';
import { contentText } from '../../src/dialects/shared/content.js';

describe("a message's content", () => {
  for (const [what, content, text] of [
    ['text', 'Hi', 'Hi'],
    ['empty text', '', ''],
    ['one part', { text: 'Hi' }, 'Hi'],
    ['parts of several kinds', [{ type: 'text', text: 'H' }, { type: 'image', url: 'x' }, 'i'], 'Hi'],
    ['reasoning beside an answer', [{ type: 'reasoning', text: 'no' }, { kind: 'thinking', text: 'no' }, { text: 'no', thought: true }, { type: 'output_text', text: 'Hi' }], 'Hi'],
    ['nothing but reasoning', [{ type: 'reasoning_text', text: 'no' }], undefined],
    ['lists in lists', [['no']], undefined],
    ['no text', [{ type: 'image' }], undefined],
    ['nothing', null, undefined],
  ] as const) {
    it(`${what}: ${text === undefined ? 'no text' : JSON.stringify(text)}`, () => {
      expect(contentText(content)).to.equal(text);
    });
  }
});
