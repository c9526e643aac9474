import { expect } from '@open-wc/testing';
import { canonicalJson, requestDigest } from '../../src/session/digest.js';

describe('session: the digest of what was shown (A6)', () => {
  it('A6 canonical JSON as RFC 8785 has it', () => {
    const value = { numbers: [1e30, 4.5, 2e-3, 1e-27, -0], literals: [null, true, false], 10: 1, 9: 2, '\u20ac': 'x', ö: '\u0007"\\/' };
    expect(canonicalJson(value)).to.equal(
      '{"10":1,"9":2,"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27,0],"ö":"\\u0007\\"\\\\/","€":"x"}',
    );
    expect(canonicalJson(JSON.parse('{ "b": { "__proto__": 1 }, "a": [] }'))).to.equal('{"a":[],"b":{"__proto__":1}}');
  });

  it('A6 is that of the bytes, whatever the order of the keys, and differs for anything else', async () => {
    const digest = await requestDigest({ toolKey: 'mail.send', input: { to: 'a', cc: [] } });
    // printf '{"input":{"cc":[],"to":"a"},"toolKey":"mail.send"}' | sha256sum
    expect(digest).to.equal('sha-256:3c2a489b217a3a925c8b32541cf5c7578a64d95d6ba8e1b8197fc6a2d20c43ff');
    expect(await requestDigest({ input: { cc: [], to: 'a' }, toolKey: 'mail.send' })).to.equal(digest);
    const others = [{ toolKey: 'mail.send' }, { toolKey: 'mail.send', input: null }, { input: { to: 'a', cc: [] } }, { toolKey: 'mail.send', input: { to: 'a\u200b', cc: [] } }, {}];
    const digests = await Promise.all(others.map(requestDigest));
    expect(new Set([digest, ...digests]).size).to.equal(others.length + 1);
  });

  it('A6 there is none for what JSON cannot hold, is too deep for it, or where the page has no crypto.subtle', async () => {
    let deep: unknown = 0;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    for (const input of [{ big: 1n }, { f: () => 1 }, [undefined], deep]) expect(await requestDigest({ input })).to.equal(undefined);
    const { subtle } = crypto;
    Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
    expect(await requestDigest({ input: 1 })).to.equal(undefined);
    Reflect.deleteProperty(crypto, 'subtle');
    expect(crypto.subtle).to.equal(subtle);
  });
});
