import { expect } from '@open-wc/testing';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';

function asked(fields: Readonly<Record<string, unknown>>): { readonly request: Record<string, unknown>; readonly said: readonly string[] } {
  const said: Diagnostic[] = [];
  const decoder = chainabitDialect.createDecoder({ report: (diagnostic) => said.push(diagnostic) });
  const events = decoder.decode({ event: 'tool.approval_required', data: { payload: { callId: 'c', ...fields } } });
  const request = events.find(({ type }) => type === 'approval.request');
  return { request: { ...request }, said: said.map(({ reason }) => reason) };
}

describe('chainabit: how a request may be answered', () => {
  it('editable: a boolean, or with the schema of the arguments, as it is', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1, 'x-own': [1] } }, required: ['n'] };
    for (const editable of [true, false, { schema }]) expect(asked({ editable }).request['editable']).to.deep.equal(editable);
    for (const editable of ['yes', 1, {}, { schema: 'x' }, { schema: null }, []]) {
      const { request, said } = asked({ editable });
      expect(request, JSON.stringify(editable)).to.not.have.property('editable');
      expect(said, JSON.stringify(editable)).to.have.length(1);
    }
  });

  it('an option that takes words says so, and by nothing but true', () => {
    const options = [{ id: 'other', label: 'Other', kind: 'reply', takesText: true }, { id: 'go', takesText: 'yes' }];
    expect(asked({ options }).request['options']).to.deep.equal([{ id: 'other', label: 'Other', kind: 'reply', takesText: true }, { id: 'go' }]);
  });
});
