import { expect } from '@open-wc/testing';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import { dialectNames, loadDialect, UnknownDialectError } from '../../src/dialects/index.js';

describe('loadDialect', () => {
  it('gives each dialect under its own name', async () => {
    for (const name of dialectNames()) expect((await loadDialect(name)).name).to.equal(name);
    expect(await loadDialect('chainabit')).to.equal(chainabitDialect);
  });

  for (const name of ['', 'Chainabit', 'openai', 'constructor', '__proto__', 'toString']) {
    it(`rejects ${JSON.stringify(name)}, naming the known ones`, async () => {
      const error: unknown = await loadDialect(name).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(UnknownDialectError);
      const { code, message } = error as UnknownDialectError;
      expect(code).to.equal('unknown-dialect');
      expect(message).to.contain('chainabit').and.contain('openai-responses').and.contain(`"${name}"`);
    });
  }

  it('declares what may be opened again', async () => {
    const chainabit = await loadDialect('chainabit');
    const openai = await loadDialect('openai-responses');
    expect([chainabit.oneShot, chainabit.endsAt]).to.deep.equal([false, 'terminal']);
    expect([openai.oneShot, openai.endsAt]).to.deep.equal([true, 'body']);
    const thoth = await loadDialect('thoth');
    const pi = await loadDialect('pi');
    expect([thoth.oneShot, thoth.endsAt]).to.deep.equal([false, 'terminal']);
    expect([pi.oneShot, pi.endsAt, pi.unconfirmed]).to.deep.equal([true, 'body', true]);
  });
});
