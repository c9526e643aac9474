import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { Approval, JsonSchema } from '../../src/activity/state.js';
import { changesOf, excerpts } from '../../src/elements/approval-card/changes.js';
import { problemOf } from '../../src/elements/approval-card/schema-check.js';
import { leaves, SchemaEditor } from '../../src/elements/approval-card/schema-editor.js';
import { formOf } from '../../src/elements/approval-card/schema-form.js';
import { all, arm, click, decisions, dentist, find, focused, get, standAlone, text, type TestCard } from '../support/approval-kit.js';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', title: 'Title', minLength: 1, maxLength: 20 },
    start: { type: 'string', format: 'date-time' },
    minutes: { type: 'integer', minimum: 15, maximum: 240, multipleOf: 5, description: 'How long' },
    calendar: { type: 'string', enum: ['Personal', 'Work'] },
    remind: { type: 'boolean' },
    guests: { type: 'array', items: { type: 'string', format: 'email' }, maxItems: 3 },
    place: { type: 'object', properties: { room: { type: 'string' }, floor: { type: 'number', exclusiveMinimum: 0 } }, required: ['room'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['title', 'start'],
};
const input = { title: 'Dentist', start: '2026-12-01T10:00', minutes: 30, calendar: 'Personal', extra: [1] };
const editable: Approval = { ...dentist, editable: { schema }, input };

/** An editor on `value`, and a way to type into it. */
function editor(value: unknown = input, original = value, by = schema): { readonly made: SchemaEditor; type(path: string, raw: string): void } {
  const made = new SchemaEditor();
  expect(made.start(by, value, original)).to.equal(true);
  return {
    made,
    type: (path, raw) => {
      const field = leaves(made.fields).find((each) => each.path.join('.') === path);
      if (field === undefined) throw new Error(`There is no field ${path}`);
      made.set(field, raw);
    },
  };
}

describe('the form of a schema', () => {
  it('has a field for each property, by its kind, then what the proposal has besides', () => {
    const kinds = formOf(schema, input)?.map(({ path, kind, required }) => `${path.join('.')} ${kind}${required ? ' required' : ''}`);
    expect(kinds).to.deep.equal(['title text required', 'start text required', 'minutes number', 'calendar choice', 'remind switch', 'guests list', 'place group', 'note json', 'extra json']);
  });

  it('falls back to JSON for what a field cannot hold, and for the whole where there is no form', () => {
    const kindOf = (own: unknown, value: unknown): string | undefined => formOf({ type: 'object', properties: { a: own } }, { a: value })?.[0]?.kind;
    const rows: readonly (readonly [unknown, unknown, string])[] = [
      [{ type: 'string' }, 5, 'json'],
      [{ type: 'string' }, 'a\u202Eb', 'json'],
      [{ type: 'string' }, `a${' '.repeat(40)}b`, 'json'],
      [{ type: 'number' }, '5', 'json'],
      [{ type: ['string', 'null'] }, 'x', 'json'],
      [{ $ref: '#/x', type: 'string' }, 'x', 'json'],
      [{ enum: ['a', 'b'] }, 'c', 'json'],
      [{ enum: ['a', { b: 1 }] }, 'a', 'json'],
      [{ enum: [1, null, true] }, null, 'choice'],
      [{ const: 'x' }, 'x', 'choice'],
      [{ type: 'array', items: { type: 'integer' } }, [1, 2], 'list'],
      [{ type: 'array', items: { type: 'string' } }, ['a\nb'], 'json'],
      [{ type: 'array', items: { type: 'string' } }, [' a'], 'json'],
      [{ type: 'array', items: { type: 'object' } }, [], 'json'],
      [{ type: 'object' }, {}, 'json'],
      [true, 1, 'json'],
    ];
    for (const [own, value, kind] of rows) expect(kindOf(own, value), JSON.stringify([own, value])).to.equal(kind);
    for (const value of [null, [], 'x', undefined]) expect(formOf(schema, value)).to.equal(undefined);
    for (const none of [{}, { type: 'array' }, { type: 'object', properties: {} }, { type: 'object', allOf: [] }]) expect(formOf(none, {})).to.equal(undefined);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${String(n)}`, { type: 'string' }]));
    expect(formOf({ type: 'object', properties: many }, {}), 'nobody fills in 201 fields').to.equal(undefined);
  });

  it('a key is only a key (E12)', () => {
    const hostile = JSON.parse('{ "__proto__": { "type": "string" }, "constructor": { "type": "integer" } }') as JsonSchema;
    const { made, type } = editor({ constructor: 1 }, { constructor: 1 }, { type: 'object', properties: hostile });
    type('__proto__', 'x');
    type('constructor', '2');
    expect(Object.entries(made.edited?.value as object)).to.deep.equal([['constructor', 2], ['__proto__', 'x']]);
  });
});

describe('what was typed into a form', () => {
  it('untouched, or typed back to the proposal, is nothing to send', () => {
    const { made, type } = editor();
    expect(made.edited).to.equal(undefined);
    type('minutes', '45');
    type('minutes', '30');
    expect([made.edited, made.valid]).to.deep.equal([undefined, true]);
  });

  it('becomes a value of its kind; what was left out stays out', () => {
    const { made, type } = editor();
    for (const [path, raw] of [['title', 'Checkup'], ['minutes', ' 45 '], ['calendar', '1'], ['remind', 'true'], ['guests', 'a@x\n\n b@y '], ['place.room', '4'], ['note', 'null']] as const) type(path, raw);
    expect(made.edited?.value).to.deep.equal({
      title: 'Checkup', start: '2026-12-01T10:00', minutes: 45, calendar: 'Work', extra: [1], remind: true, guests: ['a@x', 'b@y'], place: { room: '4' }, note: null,
    });
    expect(Object.keys(made.edited?.value as object).slice(0, 5), 'in the order of the proposal').to.deep.equal(Object.keys(input));
    type('minutes', '');
    expect(made.edited?.value, 'an optional field may be emptied').not.to.have.property('minutes');
  });

  it('is refused in words that name the limit', () => {
    const rows: readonly (readonly [path: string, raw: string, code: string, limit?: number])[] = [
      ['title', '', 'shortest', 1],
      ['title', '12345678901234567890\u{1F600}', 'longest', 20],
      ['start', 'tomorrow', 'format'],
      ['minutes', 'ten', 'number'],
      ['minutes', '0x20', 'number'],
      ['minutes', '20.5', 'integer'],
      ['minutes', '10', 'minimum', 15],
      ['minutes', '245', 'maximum', 240],
      ['minutes', '31', 'step', 5],
      ['guests', 'nobody', 'format'],
      ['guests', 'a@x\nb@x\nc@x\nd@x', 'most', 3],
      ['place.floor', '0', 'above', 0],
      ['extra', '[1', 'json'],
    ];
    for (const [path, raw, code, limit] of rows) {
      const { made, type } = editor();
      type(path, raw);
      const field = leaves(made.fields).find((each) => each.path.join('.') === path)!;
      expect(made.problem(field), raw).to.deep.equal({ code, ...(limit === undefined ? {} : { limit }) });
      expect([made.valid, made.edited], raw).to.deep.equal([false, undefined]);
    }
  });

  it('a required field of a group is missed only when the group is there', () => {
    const { made, type } = editor();
    type('minutes', '45');
    expect(made.valid).to.equal(true);
    type('place.floor', '2');
    expect(made.firstWrong?.path).to.deep.equal(['place', 'room']);
    type('place.room', 'A');
    expect(made.edited?.value).to.have.deep.property('place', { room: 'A', floor: 2 });
  });

  it('sends what redaction hid as it was proposed, and shows it as it was shown (E13)', () => {
    const original = { user: 'a', token: 's3cret', deep: { key: 'k', n: 1 } };
    const shown = { user: 'a', token: '•••', deep: { key: '•••', n: 1 } };
    const properties = { user: { type: 'string' }, token: { type: 'string' }, deep: { type: 'object', properties: { key: { type: 'string' }, n: { type: 'integer' } } } };
    const { made, type } = editor(shown, original, { type: 'object', properties });
    type('user', 'b');
    type('deep.n', '2');
    expect(made.edited).to.deep.equal({ value: { user: 'b', token: 's3cret', deep: { key: 'k', n: 2 } }, seen: { user: 'b', token: '•••', deep: { key: '•••', n: 2 } } });
  });

  it('decimal steps are decimal, and formats are those of JSON schema', () => {
    expect(problemOf({ multipleOf: 0.1 }, 0.3)).to.equal(undefined);
    expect(problemOf({ multipleOf: 0.1 }, 0.35)?.code).to.equal('step');
    const formats: Readonly<Record<string, readonly [string, string]>> = {
      'date': ['2026-02-28', '2026-02-31x'], 'date-time': ['2026-12-01T10:00:00+03:00', '2026-12-01'], 'time': ['23:59', '24:00'], 'email': ['a@b', 'a b@c'], 'uri': ['https://x/', 'x y'],
    };
    for (const [format, [good, bad]] of Object.entries(formats)) {
      expect(problemOf({ format }, good), good).to.equal(undefined);
      expect(problemOf({ format }, bad)?.code, bad).to.equal('format');
    }
    expect(problemOf({ format: 'unheard-of', pattern: '(a+)+$' }, `${'a'.repeat(60)}!`), 'a pattern is the server’s to check').to.equal(undefined);
  });
});

describe('what was changed, field by field', () => {
  it('names each field, and what is on one side alone', () => {
    const before = { a: 1, same: [1, { x: 1 }], list: [1, 2], deep: { b: 'x', gone: null }, kind: { k: 1 } };
    const after = { a: 2, same: [1, { x: 1 }], list: [1, 2, 3], deep: { b: 'y', come: 0 }, kind: 'k' };
    expect(changesOf(before, after)).to.deep.equal([
      { path: ['a'], before: 1, after: 2 },
      { path: ['list'], before: [1, 2], after: [1, 2, 3] },
      { path: ['deep', 'b'], before: 'x', after: 'y' },
      { path: ['deep', 'gone'], before: null },
      { path: ['deep', 'come'], after: 0 },
      { path: ['kind'], before: { k: 1 }, after: 'k' },
    ]);
    expect(changesOf([{ n: 1 }, { n: 2 }], [{ n: 1 }, { n: 3 }])).to.deep.equal([{ path: ['1', 'n'], before: 2, after: 3 }]);
    expect(changesOf(1, 1)).to.deep.equal([]);
  });

  it('cuts a long text to what differs, and counts what it leaves out', () => {
    const text = 'a'.repeat(100_000);
    const [old, now] = excerpts(`${text}x${text}`, `${text}yy${text}`);
    expect(old).to.deep.equal({ text: `${'a'.repeat(24)}x${'a'.repeat(24)}`, hidden: [99_976, 99_976] });
    expect(now.text).to.equal(`${'a'.repeat(24)}yy${'a'.repeat(24)}`);
    expect(excerpts('', 'b'.repeat(1000))[1].hidden).to.deep.equal([0, 600]);
  });
});

async function open(approval: Approval = editable, width = 480): Promise<TestCard> {
  const card = await standAlone(approval, width);
  get(card, 'edit').focus();
  await sendKeys({ press: 'Enter' });
  await card.updateComplete;
  return card;
}

/** The control of a field, by its label. */
function control(card: TestCard, name: string): HTMLInputElement {
  const row = all(card, 'form-row').find((each) => text(each.querySelector('label')).split(' ')[0] === name);
  return row!.querySelector<HTMLInputElement>('input, select, textarea')!;
}

describe('<approval-card>: edited in a form', () => {
  it('opens with the focus in its first field, passes axe, and its controls suit their values', async () => {
    const card = await open();
    expect(focused(card)).to.equal(control(card, 'title'));
    const types = ['title', 'start', 'minutes', 'calendar', 'remind', 'guests', 'note'].map((name) => control(card, name).type);
    expect(types).to.deep.equal(['text', 'datetime-local', 'text', 'select-one', 'checkbox', 'textarea', 'textarea']);
    expect(control(card, 'start').value).to.contain('2026-12-01T10:00');
    expect([...(control(card, 'calendar') as unknown as HTMLSelectElement).selectedOptions].map(({ text }) => text)).to.deep.equal(['Personal']);
    expect(all(card, 'form-group')).to.have.length(1);
    await expect(card).to.be.accessible();
  });

  it('by keyboard: a change is listed against the proposal, and sent as input', async () => {
    const card = await open();
    const seen = decisions(card);
    control(card, 'minutes').select();
    control(card, 'minutes').focus();
    await sendKeys({ type: '45' });
    await card.updateComplete;
    expect(text(get(card, 'changes-heading'))).to.equal('Edited by you: 1 change');
    expect(text(get(card, 'change'))).to.equal('minutes was: 30 is now: 45');
    expect(card.matches(':state(edited)')).to.equal(true);
    await expect(card).to.be.accessible();
    await arm(card);
    await readOn(card);
    await click(get(card, 'approve'));
    expect(seen[0]?.input).to.deep.equal({ ...input, minutes: 45 });
    await card.updateComplete;
    expect(text(get(card, 'arguments'))).to.contain('45').and.to.contain('was: 30');
  });

  it('what does not fit is said beside its field, and leads there instead of being sent', async () => {
    const card = await open();
    const seen = decisions(card);
    control(card, 'minutes').select();
    control(card, 'minutes').focus();
    await sendKeys({ type: '7' });
    await card.updateComplete;
    const field = control(card, 'minutes');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    expect(text(card.shadowRoot!.getElementById(field.getAttribute('aria-describedby')!))).to.equal('At least 15');
    await arm(card);
    await readOn(card);
    await click(get(card, 'approve'));
    await card.updateComplete;
    expect(seen).to.have.length(0);
    expect(focused(card)).to.equal(control(card, 'minutes'));
    await expect(card).to.be.accessible();
  });

  it('goes back to the proposal, and a schema that makes no form is edited as JSON', async () => {
    const card = await open();
    await sendKeys({ type: 'x' });
    get(card, 'editor-reset').focus();
    await sendKeys({ press: 'Enter' });
    await card.updateComplete;
    expect(find(card, 'editor')).to.equal(null);
    expect(focused(card)).to.equal(get(card, 'edit'));
    const json = await open({ ...dentist, editable: { schema: { type: 'object', oneOf: [] } } });
    expect(get(json, 'editor-field').tagName).to.equal('TEXTAREA');
    expect(text(get(json, 'editor-hint'))).to.contain('JSON');
  });

  it('hostile names and words of a schema stay words (A6, A7, A11)', async () => {
    const evil = '<img src=x onerror="globalThis.formed=1">\u202Eevil';
    const card = await open({ ...dentist, input: { [evil]: 'x' }, editable: { schema: { type: 'object', properties: { [evil]: { type: 'string', title: evil, description: evil }, pick: { enum: [evil, 'b'] } } } } });
    expect('formed' in globalThis).to.equal(false);
    expect(card.shadowRoot?.querySelector('img')).to.equal(null);
    expect(text(get(card, 'form'))).to.contain('⟦U+202E⟧evil').and.not.to.contain('\u202E');
    expect(card.scrollWidth).to.be.at.most(card.clientWidth);
  });
});

/** Approving needs the end of the box to have been on the screen. */
async function readOn(card: TestCard): Promise<void> {
  const box = get(card, 'content');
  box.scrollTo(0, box.scrollHeight);
  for (let n = 0; n < 100 && find(card, 'more') !== null && !text(get(card, 'more')).startsWith('Read'); n += 1) await new Promise(requestAnimationFrame);
  await arm(card);
}
