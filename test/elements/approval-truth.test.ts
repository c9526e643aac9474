/** What the card says afterwards, and what it sends: nothing that was not so. */
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/define.js';
import type { Approval } from '../../src/activity/state.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { act } from '../../src/elements/approval-card/act.js';
import { ArgumentEditor } from '../../src/elements/approval-card/argument-editor.js';
import { verbOf } from '../../src/elements/internal/verb.js';
import { all, arm, click, decisions, dentist, find, get, press, standAlone, text, type TestCard } from '../support/approval-kit.js';

const editable: Approval = { ...dentist, editable: true };

/** A card with the editor open, and 45 minutes in it instead of 30. */
async function edited(): Promise<TestCard> {
  const card = await standAlone(editable);
  await type(card);
  return card;
}

async function type(card: TestCard): Promise<void> {
  await press(get(card, 'edit'));
  await card.updateComplete;
  const field = get(card, 'editor-field') as HTMLTextAreaElement;
  field.value = field.value.replace('30', '45');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await arm(card);
  expect(find(card, 'changes-heading')).not.to.equal(null);
}

async function open(card: TestCard): Promise<string> {
  await press(get(card, 'toggle'));
  await card.updateComplete;
  return text(get(card, 'details'));
}

describe('the record of an answer', () => {
  it('A6 has what was edited here only where that was sent', async () => {
    const sent = await edited();
    await click(get(sent, 'approve'));
    sent.approval = { ...editable, status: 'accepted' };
    await sent.updateComplete;
    expect(text(get(sent, 'receipt'))).to.contain('Edited by you');
    expect(await open(sent)).to.contain('45');

    for (const status of ['accepted', 'rejected', 'expired'] as const) {
      const other = await edited();
      other.approval = { ...editable, status, decidedBy: 'Ada' };
      await other.updateComplete;
      expect(text(get(other, 'receipt')), status).to.contain('Ada').and.not.to.contain('Edited by you');
      expect(await open(other), status).to.contain('30').and.not.to.contain('45');
      expect(other.matches(':state(edited)'), status).to.equal(false);
    }
  });

  it('A6 a rejection has the proposal, whatever was typed', async () => {
    const card = await edited();
    const seen = decisions(card);
    await click(get(card, 'reject'));
    expect(seen).to.have.length(1);
    await card.updateComplete;
    expect(text(get(card, 'arguments'))).to.contain('30').and.not.to.contain('45');
    card.approval = { ...editable, status: 'rejected' };
    await card.updateComplete;
    expect(find(card, 'edited')).to.equal(null);
  });

  it('A6 an answer with other arguments than those that were sent has the server’s', async () => {
    const card = await edited();
    await click(get(card, 'approve'));
    card.approval = { ...editable, status: 'accepted', input: { minutes: 90 } };
    await card.updateComplete;
    expect(find(card, 'edited')).to.equal(null);
    expect(await open(card)).to.contain('90');
  });

  it('A1 in an activity: not what was edited here when somebody else’s answer counted', async () => {
    for (const [status, body, mine] of [[202, {}, true], [409, { decision: 'approved', by: 'Ada' }, false]] as const) {
      const activity = await fixture<ChainabitActivity>(html`<chainabit-activity approval-url="/a" .fetch=${async () => Promise.resolve(Response.json(body, { status }))}>
        <test-approval-card approval-id="a"></test-approval-card>
      </chainabit-activity>`);
      const input = { minutes: 30 };
      activity.push({ event: 'tool.approval_required', data: { runId: 'r', payload: { approvalId: 'a', callId: 'c', toolKey: 'k', editable: true, input } } });
      const card = activity.querySelector<TestCard>('test-approval-card')!;
      await arm(card);
      await type(card);
      await click(get(card, 'approve'));
      if (mine) activity.push({ event: 'tool.approval_response', data: { runId: 'r', payload: { approvalId: 'a', approved: true } } });
      while (!card.matches(':state(accepted)')) await nextFrame();
      expect(find(card, 'edited') !== null, String(status)).to.equal(mine);
      expect(await open(card), String(status)).to.contain(mine ? '45' : '30');
    }
  });

  it('A8 a review of all approves what it lists, not what was typed before', async () => {
    const activity = await fixture<ChainabitActivity>(html`<chainabit-activity><test-approval-card approval-id="a"></test-approval-card></chainabit-activity>`);
    const input = { minutes: 30 };
    for (const id of ['a', 'b']) activity.push({ event: 'tool.approval_required', data: { runId: 'r', payload: { approvalId: id, callId: `c_${id}`, toolKey: 'create_event', editable: true, input } } });
    const card = activity.querySelector<TestCard>('test-approval-card')!;
    const seen = decisions(activity);
    await arm(card);
    await type(card);
    await press(get(card, 'review-toggle'));
    await arm(card);
    await press(get(card, 'approve'));
    await arm(card);
    await press(get(card, 'approve'));
    await card.updateComplete;
    expect(seen.map(({ approvalId, input: sent }) => [approvalId, sent])).to.deep.equal([['a', undefined], ['b', undefined]]);
    expect(text(get(card, 'arguments'))).to.contain('30').and.not.to.contain('45');
  });

  it('A6 another request after a failed answer says so, and is read anew', async () => {
    const card = await standAlone(dentist);
    card.approval = { ...dentist, status: 'sending' };
    await card.updateComplete;
    card.approval = { ...dentist, status: 'sending', input: { title: 'Wipe the disk' } };
    await card.updateComplete;
    card.approval = { ...dentist, input: { title: 'Wipe the disk' } };
    await card.updateComplete;
    expect(text(get(card, 'notice'))).to.contain('The request changed');
  });
});

describe('secrets in edited arguments (E13)', () => {
  const original = { accounts: [{ name: 'a', token: 'secret-a' }, { name: 'b', token: 'secret-b' }] };
  const shown = { accounts: [{ name: 'a', token: '•••' }, { name: 'b', token: '•••' }] };

  function edit(change: (accounts: { name: string; token: string }[]) => unknown, from = original): ArgumentEditor {
    const editor = new ArgumentEditor();
    editor.start(shown, from);
    editor.set(JSON.stringify(change(structuredClone(shown.accounts))));
    return editor;
  }

  it('go with what they belong to: changed in place, moved, removed before it', () => {
    const { accounts } = original;
    expect(edit(([a, b]) => ({ accounts: [{ ...a, name: 'x' }, b] })).edited?.value).to.deep.equal({ accounts: [{ name: 'x', token: 'secret-a' }, accounts[1]] });
    expect(edit(([a, b]) => ({ accounts: [b, a] })).edited?.value).to.deep.equal({ accounts: [accounts[1], accounts[0]] });
    expect(edit(([, b]) => ({ accounts: [b] })).edited?.value).to.deep.equal({ accounts: [accounts[1]] });
    expect(edit(([a, b]) => ({ accounts: [a, b, { name: 'c', token: 'new' }] })).edited?.value).to.deep.equal({ accounts: [...accounts, { name: 'c', token: 'new' }] });
  });

  it('are never those of another, nor is what stands in their place sent', () => {
    const rows: readonly (readonly [string, (accounts: { name: string; token: string }[]) => unknown])[] = [
      ['removed before a changed one', ([, b]) => ({ accounts: [{ ...b, name: 'c' }] })],
      ['moved and changed', ([a, b]) => ({ accounts: [{ ...b, name: 'c' }, a] })],
      ['under another name', ([a, b]) => ({ accounts: [{ name: 'a', key: a?.token }, b] })],
      ['somewhere else', ([a, b]) => ({ accounts: [a, b], note: a?.token })],
    ];
    for (const [name, change] of rows) {
      const editor = edit(change);
      expect(editor.valid, name).to.equal(false);
      expect(editor.edited, name).to.equal(undefined);
    }
    const twins = new ArgumentEditor();
    twins.start([{ token: '•••' }, { token: '•••' }], [{ token: 'secret-a' }, { token: 'secret-b' }]);
    twins.set('[{ "token": "•••" }]');
    expect(twins.valid, 'which of two that look the same').to.equal(false);
    twins.set('[{ "token": "•••" }, { "token": "new" }]');
    expect(twins.edited?.value).to.deep.equal([{ token: 'secret-a' }, { token: 'new' }]);
  });

  it('a card says why it does not send that', async () => {
    const card = await standAlone({ ...editable, input: { token: 'abcdefghij', to: 'Ada' } });
    const seen = decisions(card);
    await press(get(card, 'edit'));
    await card.updateComplete;
    const field = get(card, 'editor-field') as HTMLTextAreaElement;
    field.value = '{ "pass": "•••", "to": "Ada" }';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await arm(card);
    expect(text(get(card, 'editor-hint'))).to.contain('hidden');
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
  });
});

describe('the act of a tool key', () => {
  it('A6 leaves no word of the key out, wherever it stands', () => {
    expect(act('delete_everything__list_files')).to.equal('list files (delete everything)');
    expect(act('mcp__github__create_issue')).to.equal('create issue (github)');
    expect(act('disk.wipe:read_only')).to.equal('read only (disk wipe)');
    expect(act('files/read_file')).to.equal('read file (files)');
  });

  it('A6 what takes something away never looks harmless', async () => {
    expect(verbOf('delete_everything__list_files')).to.equal('delete');
    expect(verbOf('calendar.remove:v2')).to.equal('delete');
    const card = await standAlone({ ...dentist, toolKey: 'delete_everything__list_files' });
    expect(all(card, 'approve').map(text)).to.deep.equal(['Approve: list files (delete everything)']);
    expect(get(card, 'approve').classList.contains('danger')).to.equal(true);
  });
});

it('A7 what is announced hides and turns nothing either', async () => {
  const activity = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
  const label = 'Open \u202Edelete\u200B';
  const said = (): string => text(activity.shadowRoot!.querySelector('[role="status"]'));
  activity.push({ event: 'tool.approval_required', data: { runId: 'r', payload: { approvalId: 'a', callId: 'c', toolKey: 'k', input: 1, activity: { label } } } });
  while (!said().includes('Open')) await nextFrame();
  expect(said()).to.contain('Open ⟦U+202E⟧delete⟦U+200B⟧');
});

describe('a join review of ThothII, in the element', () => {
  const joins = [{ left: 'a.id', right: 'b.id' }, { left: 'b.x', right: 'c.x' }];

  async function review(): Promise<{ readonly activity: ChainabitActivity; readonly card: TestCard; readonly sent: unknown[] }> {
    const sent: unknown[] = [];
    const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
      sent.push(JSON.parse(body as string));
      return Promise.resolve(Response.json({}, { status: 202 }));
    };
    const activity = await fixture<ChainabitActivity>(html`<chainabit-activity dialect="thoth" approval-url="/gate" .fetch=${fetch}>
      <test-approval-card approval-id="g"></test-approval-card>
    </chainabit-activity>`);
    activity.push([
      { event: 'turn_state', data: { state: 'running' } },
      { event: 'gate_request', data: { id: 'g', kind: 'reviewer_decide', prompt: 'Join these?', joins } },
    ]);
    const card = activity.querySelector<TestCard>('test-approval-card')!;
    while (!card.matches(':state(pending)')) await nextFrame();
    await arm(card);
    return { activity, card, sent };
  }

  it('shows the whole set, waits, sends Continue for all of it by keyboard, and goes on with the answer', async () => {
    const { activity, card, sent } = await review();
    expect(activity.state.run.status).to.equal('waiting');
    for (const { left, right } of joins) expect(text(get(card, 'arguments'))).to.contain(left).and.to.contain(right);
    expect(all(card, 'answer').map(text)).to.deep.equal(['Approve once: Continue', 'Reply: Other — specify']);
    expect(find(card, 'edit')).to.equal(null);
    await expect(card).to.be.accessible();
    await press(get(card, 'approve'));
    while (sent.length === 0) await nextFrame();
    expect(sent).to.deep.equal([{ id: 'g', decision: 'continue' }]);
    activity.push({ event: 'gate_response', data: { id: 'g', decision: 'continue' } });
    while (!card.matches(':state(accepted)')) await nextFrame();
    expect(activity.state.run.status).to.equal('running');
  });

  it('sends the person’s words and none of the joins for Other, and nothing without words', async () => {
    const { card, sent } = await review();
    await press(get(card, 'reject'));
    await card.updateComplete;
    await arm(card);
    await press(get(card, 'reject'));
    await card.updateComplete;
    expect(text(get(card, 'notice'))).to.contain('write your answer first');
    const field = get(card, 'reason-field') as HTMLTextAreaElement;
    field.value = 'Join by code';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await arm(card);
    await press(get(card, 'reject'));
    while (sent.length === 0) await nextFrame();
    expect(sent).to.deep.equal([{ id: 'g', decision: 'other', reason: 'Join by code' }]);
  });
});
