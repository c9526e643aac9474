import { expect } from '@open-wc/testing';
import { ArgumentEditor, editableText } from '../../src/elements/approval-card/argument-editor.js';

function edit(shown: unknown, original: unknown, change: (text: string) => string): unknown {
  const editor = new ArgumentEditor();
  editor.start(shown, original);
  editor.set(change(editor.text));
  return editor.edited?.value;
}

describe('ArgumentEditor', () => {
  it('nothing changed, or only white space: nothing to send', () => {
    expect(edit({ a: 1 }, { a: 1 }, (text) => text)).to.equal(undefined);
    expect(edit({ a: 1 }, { a: 1 }, (text) => `${text}  `)).to.equal(undefined);
    expect(edit({ a: 1 }, { a: 1 }, () => '{ "a": ')).to.equal(undefined);
  });

  it('takes falsy values', () => {
    for (const value of [0, false, '', null]) {
      const editor = new ArgumentEditor();
      editor.start(1, 1);
      editor.set(JSON.stringify(value));
      expect(editor.edited).to.deep.equal({ value, seen: value });
    }
  });

  it('sends secrets as they were proposed, not as they were hidden (E13)', () => {
    const original = { user: 'a', token: 's3cret', list: [{ key: 'x' }, { key: 'y' }] };
    const shown = { user: 'a', token: '•••', list: [{ key: '•1' }, { key: '•2' }] };
    expect(edit(shown, original, (text) => text.replace('"a"', '"b"'))).to.deep.equal({ ...original, user: 'b' });
    expect(edit(shown, original, () => JSON.stringify({ ...shown, list: [{ key: '•2' }] }))).to.deep.equal({
      ...original,
      list: [{ key: 'y' }],
    });
    expect(edit(shown, original, (text) => text.replace('•••', 'new'))).to.deep.equal({ ...original, token: 'new' });
  });

  it('shows every character, and gives it back (A7)', () => {
    const value = { 'k\u200B': 'a\u202Eb\u{E0041}\n' };
    const text = editableText(value) ?? '';
    expect(text).to.contain('\\u202e').and.to.contain('\\u200b').and.to.contain('\\udb40\\udc41');
    expect(JSON.parse(text)).to.deep.equal(value);
  });

  it('a key is only a string (E12), and what JSON cannot hold is not edited', () => {
    const result = edit({ a: 1 }, { a: 1 }, () => '{ "__proto__": { "bad": true } }');
    expect(Object.keys(result as object)).to.deep.equal(['__proto__']);
    expect('bad' in {}).to.equal(false);
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    for (const value of [circular, 1n, undefined]) expect(editableText(value)).to.equal(undefined);
  });
});
