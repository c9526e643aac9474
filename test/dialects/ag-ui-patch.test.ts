import { expect } from '@open-wc/testing';
import { patched } from '../../src/dialects/ag-ui/json-patch.js';

describe('ag-ui: json patch', () => {
  const value = { a: { b: [1, 2] }, 'c/d~': 0 };
  const rows: readonly (readonly [operations: readonly unknown[], expected: unknown])[] = [
    [[{ op: 'add', path: '/a/b/1', value: 9 }, { op: 'add', path: '/a/b/-', value: 3 }], { ...value, a: { b: [1, 9, 2, 3] } }],
    [[{ op: 'remove', path: '/c~1d~0' }], { a: { b: [1, 2] } }],
    [[{ op: 'replace', path: '/a/b/0', value: null }], { ...value, a: { b: [null, 2] } }],
    [[{ op: 'move', from: '/a/b', path: '/e' }], { ...value, a: {}, e: [1, 2] }],
    [[{ op: 'copy', from: '/a/b/1', path: '/e' }, { op: 'test', path: '/e', value: 2 }], { ...value, e: 2 }],
    [[{ op: 'replace', path: '', value: 5 }], 5],
    [[], value],
  ];
  for (const [operations, expected] of rows) {
    it(JSON.stringify(operations), () => {
      const before = JSON.stringify(value);
      expect(patched(value, operations)?.value).to.deep.equal(expected);
      expect(JSON.stringify(value)).to.equal(before);
    });
  }

  it('one that does not fit leaves everything as it was', () => {
    const fits = { op: 'add', path: '/x', value: 1 };
    for (const misfit of [null, {}, { op: 'remove', path: '/no' }, { op: 'add', path: '/a/b/5', value: 1 }, { op: 'add', path: 'a', value: 1 }, { op: 'replace', path: '/toString', value: 1 }, { op: 'test', path: '/a', value: 1 }, { op: 'add', path: '/c~1d~0/x', value: 1 }, { op: 'copy', from: '/__proto__', path: '/y' }]) {
      expect(patched(value, [fits, misfit])).to.equal(undefined);
    }
  });

  it('writes no prototype', () => {
    const made = patched({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }])?.value as object;
    expect(Object.getPrototypeOf(made)).to.equal(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });
});
