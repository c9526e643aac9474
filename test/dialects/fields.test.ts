import { expect } from '@open-wc/testing';
import { progressOf } from '../../src/dialects/chainabit/normalise.js';
import { toolSchema } from '../../src/dialects/chainabit/schema.js';
import { readFields } from '../../src/dialects/shared/fields.js';
import { timeOf } from '../../src/dialects/shared/time.js';
import { firstPresent } from '../../src/dialects/shared/values.js';

describe('readFields', () => {
  it('costs one field what one field has wrong', () => {
    const faults: string[] = [];
    const source = {
      toolKey: 't',
      detail: 5,
      progress: { done: -1, total: 3 },
      attempt: 0,
      error: { message: [] },
      activity: { label: 'l', detail: 1 },
      unknown: true,
    };
    const fields = readFields(toolSchema, source, (reason) => faults.push(reason));
    expect(fields).to.deep.equal({ toolKey: 't', activity: { label: 'l' } });
    expect(faults).to.have.lengthOf(5);
    expect(faults.every((reason) => /^"[\w.]+" must be .+, got \w+$/.test(reason)), faults.join('\n')).to.equal(true);
    expect(faults.join()).not.to.contain('Invalid input');
    expect(source.activity.detail, 'the source is never written to').to.equal(1);
  });

  it('keeps references of values', () => {
    const input = { deep: {} };
    expect(readFields(toolSchema, { input }, () => undefined).input).to.equal(input);
  });
});

describe('timeOf', () => {
  const TIMES: readonly (readonly [value: unknown, time: number | undefined])[] = [
    [0, 0],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['1970-01-01', 0],
    ['1970-01-01T00:00:01Z', 1000],
    ['1970-01-01T00:00:01', 1000],
    ['1970-01-01 00:00:01.5', 1500],
    ['1970-01-01T03:00:00+03:00', 0],
    ['1970-01-01T00:00', 0],
    ['1970-13-01', undefined],
    ['March 1, 2026', undefined],
    ['1700000000000', undefined],
    ['', undefined],
    [null, undefined],
    [{}, undefined],
  ];
  for (const [value, time] of TIMES) {
    it(`${JSON.stringify(value)} is ${String(time)}`, () => {
      expect(timeOf(value)).to.equal(time);
    });
  }
});

describe('small readers', () => {
  it('firstPresent is ?? over keys, but for a null that nothing outbids', () => {
    expect(firstPresent({ a: 0, b: 1 }, 'a', 'b')).to.equal(0);
    expect(firstPresent({ a: null, b: '' }, 'a', 'b')).to.equal('');
    expect(firstPresent({ a: null }, 'a', 'b')).to.equal(null);
    expect(firstPresent({ b: null }, 'a', 'b')).to.equal(null);
    expect(firstPresent({}, 'toString', 'constructor')).to.equal(undefined);
  });

  it('progress without a total has no ratio', () => {
    expect(progressOf({ done: 3, total: null }, () => undefined)).to.deep.equal({ done: 3 });
  });
});
