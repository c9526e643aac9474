import { expect } from '@open-wc/testing';
import { expandTemplate } from '../../src/session/url-template.js';

const VALUES = { runId: 'run a/1', callId: 'ç?#%', approvalId: '../x', decision: 'approve' } as const;

describe('URL templates', () => {
  it('fills each placeholder, percent-encoded', () => {
    expect(expandTemplate('/r/{runId}/{callId}?a={approvalId}&d={decision}&r={runId}', VALUES)).to.deep.equal({
      url: '/r/run%20a%2F1/%C3%A7%3F%23%25?a=..%2Fx&d=approve&r=run%20a%2F1',
    });
  });

  it('leaves an address without placeholders alone', () => {
    expect(expandTemplate('/a/b?c=%20', VALUES)).to.deep.equal({ url: '/a/b?c=%20' });
  });

  it('takes half a surrogate pair', () => {
    expect(expandTemplate('/{callId}', { callId: 'a\ud800b\udc00c😀' })).to.deep.equal({
      url: `/${encodeURIComponent('a\ufffdb\ufffdc😀')}`,
    });
  });

  const problems: readonly (readonly [string, Parameters<typeof expandTemplate>[1]])[] = [
    ['/{nonsense}', VALUES],
    ['/{}', VALUES],
    ['/{constructor}', VALUES],
    ['/{runId}', {}],
    ['/{callId}', { callId: '' }],
    ['/{callId}/x', { callId: '..' }],
    ['/{callId}/x', { callId: '.' }],
  ];
  for (const [template, values] of problems) {
    it(`refuses ${template} with ${JSON.stringify(values.callId ?? null)}`, () => {
      const name = template.slice(1).replace('/x', '');
      expect(expandTemplate(template, values)).to.deep.equal({ problem: `The URL template has no usable value for ${name}` });
    });
  }
});
