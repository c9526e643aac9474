import type { ParsingCase } from './conformance-cases.js';

/** Cases of our own from the grammar of the standard, beside those of the table. In the same form. */
const LINE_ENDS: readonly ParsingCase[] = [
  { name: 'three kinds of line end in one block', input: 'data:a\r\ndata:b\rdata:c\n\r\n', events: [['a\nb\nc', '']] },
  { name: 'CR CR LF is two line ends', input: 'data:1\r\r\ndata:2\r\r\n', events: [['1', ''], ['2', '']] },
  { name: 'LF CR LF is two line ends', input: 'data:1\n\r\ndata:2\n\r\n', events: [['1', ''], ['2', '']] },
  { name: 'CR LF CR is two line ends', input: 'data:1\r\n\rdata:2\r\n\r', events: [['1', ''], ['2', '']] },
  { name: 'the stream ends after the CR of an empty line', input: 'id:1\r\ndata:1\r\n\r', events: [['1', '1']] },
  { name: 'one line end ends no block', input: 'data:1\r\n', events: [] },
  { name: 'empty lines between blocks', input: 'data:1\n\n\n\r\r\n\ndata:2\n\n', events: [['1', ''], ['2', '']] },
  { name: 'NEL ends no line', input: 'data:a\u0085b\n\n', events: [['a\u0085b', '']] },
  { name: 'U+2029 ends no line', input: 'data:a\u2029b\n\n', events: [['a\u2029b', '']] },
];

const BYTE_ORDER_MARKS: readonly ParsingCase[] = [
  { name: 'one before an empty line', input: '\ufeff\ndata:1\n\n', events: [['1', '']] },
  { name: 'one before CR LF', input: '\ufeff\r\n\r\ndata:1\r\n\r\n', events: [['1', '']] },
  { name: 'one before a comment', input: '\ufeff: x\ndata:1\n\n', events: [['1', '']] },
  { name: 'one before an id', input: '\ufeffid:1\ndata:x\n\n', events: [['x', '1']] },
  { name: 'two before data: the line is lost', input: '\ufeff\ufeffdata:1\ndata:2\n\n', events: [['2', '']] },
  { name: 'two before an id', input: '\ufeff\ufeffid:1\ndata:x\n\n', events: [['x', '']] },
  { name: 'two before an event name', input: '\ufeff\ufeffevent:a\ndata:x\n\n', events: [['x', '']] },
  { name: 'two before a retry', input: '\ufeff\ufeffretry:5\ndata:x\n\n', events: [['x', '']], retries: [] },
  { name: 'two before a comment make it a field', input: '\ufeff\ufeff:x\ndata:1\n\n', events: [['1', '']] },
  { name: 'two, and nothing', input: '\ufeff\ufeff', events: [] },
  { name: 'two are no empty line', input: 'data:1\n\ufeff\ufeff\ndata:2\n\n', events: [['1\n2', '']] },
  { name: 'three before data', input: '\ufeff\ufeff\ufeffdata:1\n\ndata:2\n\n', events: [['2', '']] },
  { name: 'one on a later line', input: 'data:1\n\ufeffdata:2\n\n', events: [['1', '']] },
  { name: 'one as a type and in an id', input: 'event:\ufeff\nid:\ufeff1\ndata:x\n\n', events: [['x', '\ufeff1', '\ufeff']] },
];

const FIELDS: readonly ParsingCase[] = [
  { name: 'a blank before the colon makes another field', input: 'data :x\ndata:y\n\n', events: [['y', '']] },
  { name: 'a tab before the name makes another field', input: '\tdata:x\ndata:y\n\n', events: [['y', '']] },
  { name: 'longer names are other fields', input: 'datax\ndata x\nids:9\nevents:e\nretryx:5\ndata:y\n\n', events: [['y', '']] },
  { name: 'names of object members are fields without meaning', input: '__proto__:x\nconstructor:y\ndata:z\n\n', events: [['z', '']] },
  { name: 'a no-break space after the colon stays', input: 'data:\u00a0x\n\n', events: [['\u00a0x', '']] },
  { name: 'a colon alone is a comment', input: ':\ndata:x\n:\n\n', events: [['x', '']] },
  { name: 'two colons are a comment', input: '::data\ndata:x\n\n', events: [['x', '']] },
  { name: 'a comment that looks like a field', input: ':data:x\n: id:1\n:retry:5\n\n', events: [] },
  { name: 'a comment ends with CR', input: ':a\rdata:x\r\r', events: [['x', '']] },
];

const DATA: readonly ParsingCase[] = [
  { name: 'three empty data lines', input: 'data\ndata:\ndata: \n\n', events: [['\n\n', '']] },
  { name: 'the first data line empty', input: 'data\ndata:x\n\n', events: [['\nx', '']] },
  { name: 'the last data line empty', input: 'data:x\ndata\n\n', events: [['x\n', '']] },
  { name: 'data of one space', input: 'data:  \n\n', events: [[' ', '']] },
  { name: 'JSON over several lines', input: 'data:{\ndata: "a":  1\ndata:}\n\n', events: [['{\n"a":  1\n}', '']] },
  { name: 'joined and combining characters', input: 'data:👩‍👩‍👧 e\u0301\n\n', events: [['👩‍👩‍👧 e\u0301', '']] },
  { name: 'characters at the edges of UTF-8', input: 'data:\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}\n\n', events: [['\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}', '']] },
  { name: 'U+FFFD that was sent', input: 'data:\ufffd\n\n', events: [['\ufffd', '']] },
];

const TYPES: readonly ParsingCase[] = [
  { name: 'event without a colon', input: 'event\ndata:x\n\n', events: [['x', '']] },
  { name: 'an empty event takes the type back', input: 'event:a\nevent:\ndata:x\n\n', events: [['x', '']] },
  { name: 'a type keeps its last blank', input: 'event: a \ndata:x\n\n', events: [['x', '', 'a ']] },
  { name: 'a type may hold NUL', input: 'event:a\0b\ndata:x\n\n', events: [['x', '', 'a\0b']] },
  { name: 'the type after the data', input: 'data:x\nevent:a\n\n', events: [['x', '', 'a']] },
  { name: 'the type by its default name', input: 'event:message\ndata:x\n\n', events: [['x', '', 'message']] },
];

const IDS: readonly ParsingCase[] = [
  { name: 'an id of one space empties it', input: 'id:1\ndata:a\n\nid: \ndata:b\n\n', events: [['a', '1'], ['b', '']], lastId: '' },
  { name: 'an id keeps inner and last blanks', input: 'id: a b \ndata:x\n\n', events: [['x', 'a b ']] },
  { name: 'opaque ids with colons', input: ': hi\n\nevent: tool.started\nid: 1796035699:0\ndata: {"a":1}\n\n', events: [['{"a":1}', '1796035699:0', 'tool.started']] },
  { name: 'opaque ids with brackets', input: 'id: 1450755280:0,[1],-\ndata:x\n\n', events: [['x', '1450755280:0,[1],-']] },
  { name: 'NUL after a good id keeps it', input: 'id:1\nid:\0\ndata:x\n\n', events: [['x', '1']] },
  { name: 'a good id after NUL', input: 'id:\0\nid:2\ndata:x\n\n', events: [['x', '2']] },
  { name: 'an id in an unfinished block', input: 'id:1\ndata:a\n\nid:2\ndata:b\n', events: [['a', '1']], lastId: '1' },
  { name: 'an id in an unfinished line', input: 'id:1\ndata:a\n\nid:2', events: [['a', '1']], lastId: '1' },
  { name: 'blocks without data empty the id too', input: 'id:1\ndata:a\n\nid\n\n', events: [['a', '1']], lastId: '' },
];

const RETRIES: readonly ParsingCase[] = [
  { name: 'zero', input: 'retry:0\n\n', events: [], retries: [0] },
  { name: 'one space is taken off, two are not', input: 'retry: 5\n\nretry:  6\n\n', events: [], retries: [5] },
  { name: 'a blank behind', input: 'retry:5 \n\n', events: [], retries: [] },
  { name: 'digits of other scripts', input: 'retry:５\n\nretry:٥\n\n', events: [], retries: [] },
  { name: 'signs and other bases', input: 'retry:+5\n\nretry:0x10\n\nretry:1_000\n\n', events: [], retries: [] },
  { name: 'another case', input: 'Retry:5\n\nRETRY:6\n\n', events: [], retries: [] },
  { name: 'two in a block', input: 'retry:1\nretry:2\ndata:x\n\n', events: [['x', '']], retries: [1, 2] },
];

const named = (group: string, cases: readonly ParsingCase[]): readonly ParsingCase[] =>
  cases.map((each) => ({ ...each, name: `${group}: ${each.name}` }));

export const GRAMMAR_CASES: readonly ParsingCase[] = [
  ...named('line ends', LINE_ENDS),
  ...named('byte order marks', BYTE_ORDER_MARKS),
  ...named('fields', FIELDS),
  ...named('data', DATA),
  ...named('types', TYPES),
  ...named('ids', IDS),
  ...named('retry', RETRIES),
];
