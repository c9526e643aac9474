import { expect } from '@open-wc/testing';
import { define, definePrefixed } from '../src/registry.js';

/** A class of ours, as a bundle of this version brings it. */
function ours(tag: string, version: string): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly version = version;
    static readonly chainabitTag = tag;
  };
}

function warnings(act: () => void): string[] {
  const said: string[] = [];
  const { warn } = console;
  console.warn = (...words: unknown[]) => said.push(words.join(' '));
  try {
    act();
  } finally {
    console.warn = warn;
  }
  return said;
}

describe('define()', () => {
  it('a free name is defined, and again in the same version without a word', () => {
    const first = ours('tool-card', '1.0.0');
    expect(warnings(() => define('tool-card', first))).to.deep.equal([]);
    expect(customElements.get('tool-card')).to.equal(first);
    expect(warnings(() => define('tool-card', ours('tool-card', '1.0.0')))).to.deep.equal([]);
    expect(customElements.get('tool-card')).to.equal(first);
  });

  it('another version of ours: the first one stays, and one warning for all its elements names both (E3)', () => {
    define('plan-review', ours('plan-review', '1.0.0'));
    const said = warnings(() => {
      define('tool-card', ours('tool-card', '2.0.0'));
      define('plan-review', ours('plan-review', '2.0.0'));
    });
    expect(said).to.have.length(1);
    expect(said[0]).to.contain('1.0.0').and.to.contain('2.0.0');
    expect(customElements.get('plan-review')).to.have.property('version', '1.0.0');
  });

  it('a stranger keeps the name: one warning, and ours gets the prefixed one', () => {
    class Stranger extends HTMLElement {}
    customElements.define('approval-card', Stranger);
    const mine = ours('approval-card', '1.0.0');
    const said = warnings(() => {
      define('approval-card', mine);
      define('approval-card', ours('approval-card', '1.0.0'));
    });
    expect(said).to.have.length(1);
    expect(said[0]).to.contain('<approval-card>').and.to.contain('<chainabit-approval-card>');
    expect(customElements.get('approval-card')).to.equal(Stranger);
    expect(customElements.get('chainabit-approval-card')).to.equal(mine);
  });

  it('a class under its second name is a subclass', () => {
    const mine = ours('thinking-status', '1.0.0');
    define('thinking-status', mine);
    definePrefixed('thinking-status', mine);
    expect(customElements.get('chainabit-thinking-status')?.prototype).to.be.instanceOf(mine);
  });
});
