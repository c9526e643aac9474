/**
 * Parsing cases, restated from the web-platform tests `eventsource/` and from the grammar of the standard. `lastId` is
 * the cursor after the last byte; expected events are [data, id in force] or [data, id in force, type].
 */
export interface ParsingCase {
  readonly name: string;
  readonly input: string;
  readonly events: readonly (readonly [data: string, id: string, type?: string])[];
  readonly lastId?: string;
  readonly retries?: readonly number[];
}

const LONG = 'x'.repeat(2048);

const WPT: readonly ParsingCase[] = [
  {
    name: 'event-data',
    input: 'data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n',
    events: [['msg\nmsg', ''], ['', ''], ['end', '']],
  },
  { name: 'format-bom', input: '\ufeffdata:1\n\n\ufeffdata:2\n\ndata:3\n\n\n', events: [['1', ''], ['3', '']] },
  { name: 'format-bom-2', input: '\ufeff\ufeffdata:1\n\ndata:2\n\ndata:3\n\n\n', events: [['2', ''], ['3', '']] },
  {
    name: 'format-comments',
    input: `data:1\r:\0\n:\r\ndata:2\n:${LONG}\rdata:3\n:data:fail\r:${LONG}\ndata:4\n\n`,
    events: [['1\n2\n3\n4', '']],
  },
  {
    name: 'format-data-before-final-empty-line',
    input: 'retry:1000\ndata:test1\n\nid:test\ndata:test2\n',
    events: [['test1', '']],
    lastId: '',
    retries: [1000],
  },
  { name: 'format-field-data', input: 'data:\n\ndata\ndata\n\ndata:test\n\n\n', events: [['', ''], ['\n', ''], ['test', '']] },
  { name: 'format-field-event', input: 'event:test\ndata:x\n\ndata:x\n\n\n', events: [['x', '', 'test'], ['x', '']] },
  { name: 'format-field-event-empty', input: 'event: \ndata:data\n\n\n', events: [['data', '']] },
  { name: 'format-field-id', input: 'id: …\nretry:200\ndata:hello\n\n', events: [['hello', '…']], lastId: '…', retries: [200] },
  {
    name: 'format-field-id-3 persists',
    input: 'id: 1\ndata: 1\n\ndata:2\n\nid: 2\ndata:3\n\ndata:4\n\n',
    events: [['1', '1'], ['2', '1'], ['3', '2'], ['4', '2']],
    lastId: '2',
  },
  { name: 'format-field-id-3 resets (id:)', input: 'id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n', events: [['1', '1'], ['2', ''], ['3', '']], lastId: '' },
  { name: 'format-field-id-3 resets (id)', input: 'id: 1\ndata: 1\n\nid\ndata:2\n\ndata:3\n\n', events: [['1', '1'], ['2', ''], ['3', '']], lastId: '' },
  ...['\0\0', 'x\0', '\0x', 'x\0x', ' \0'].map((id) => ({
    name: `format-field-id-null ${JSON.stringify(id)}`,
    input: `id: ${id}\ndata:hello\n\n`,
    events: [['hello', '']] as const,
    lastId: '',
  })),
  {
    name: 'format-field-parsing',
    input: 'data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n',
    events: [['\0\n 2\n1\n3\n\n4', '']],
  },
  { name: 'format-field-retry', input: 'retry:03000\ndata:x\n\n\n', events: [['x', '']], retries: [3000] },
  { name: 'format-field-retry-bogus', input: 'retry:3000\nretry:1000x\ndata:x\n\n\n', events: [['x', '']], retries: [3000] },
  { name: 'format-field-retry-empty', input: 'retry\ndata:test\n\n\n', events: [['test', '']], retries: [] },
  {
    name: 'format-field-unknown',
    input: 'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n\n',
    events: [['test\n\ntest', '']],
  },
  { name: 'format-leading-space', input: 'data:\ttest\rdata: \ndata:test\n\n\n', events: [['\ttest\n\ntest', '']] },
  { name: 'format-newlines', input: 'data:test\r\ndata\ndata:test\r\n\r\n', events: [['test\n\ntest', '']] },
  { name: 'format-null-character', input: 'data:\0\n\n\n\n', events: [['\0', '']] },
  { name: 'format-utf-8', input: 'data:ok…\n\n\n', events: [['ok…', '']] },
];

const GRAMMAR: readonly ParsingCase[] = [
  { name: 'an empty stream', input: '', events: [] },
  { name: 'only line ends', input: '\n\n\r\r\r\n\r\n', events: [] },
  { name: 'CR alone ends an event', input: 'data:1\r\rdata:2\r\r', events: [['1', ''], ['2', '']] },
  { name: 'CRLF throughout', input: 'id:1\r\ndata:1\r\n\r\nid:2\r\ndata:2\r\n\r\n', events: [['1', '1'], ['2', '2']], lastId: '2' },
  { name: 'CR LF LF is two line ends', input: 'data:1\r\n\ndata:2\n\n', events: [['1', ''], ['2', '']] },
  { name: 'LF CR is two line ends', input: 'data:1\n\rdata:2\n\r', events: [['1', ''], ['2', '']] },
  { name: 'an unfinished line is dropped', input: 'data:1\n\ndata:2', events: [['1', '']] },
  { name: 'a block without data moves the id', input: 'id:7\n\ndata:x\n\n', events: [['x', '7']], lastId: '7' },
  { name: 'a block without data, at the end', input: 'id:1\ndata:x\n\nid: 9\nevent:e\n\n', events: [['x', '1']], lastId: '9' },
  { name: 'an id with NUL does not move it', input: 'id:1\ndata:x\n\nid:2\0\n\n', events: [['x', '1']], lastId: '1' },
  { name: 'the last id of a block counts', input: 'id:1\nid:2\ndata:x\n\n', events: [['x', '2']], lastId: '2' },
  { name: 'id after data', input: 'data:x\nid:5\n\n', events: [['x', '5']], lastId: '5' },
  { name: 'the event type does not outlive a block without data', input: 'event:a\n\ndata:x\n\n', events: [['x', '']] },
  { name: 'the last event field counts', input: 'event:a\nevent:b\ndata:x\n\n', events: [['x', '', 'b']] },
  { name: 'one space after the colon is taken off', input: 'data:  a\nevent:  b\n\n', events: [[' a', '', ' b']] },
  { name: 'a colon in the value', input: 'data: a: b:c\n\n', events: [['a: b:c', '']] },
  { name: 'field names are case-sensitive', input: 'DATA:1\nId:1\n\ndata:2\n\n', events: [['2', '']] },
  { name: 'retry takes digits only', input: 'retry: 10\n\nretry:-1\n\nretry:1.5\n\nretry:1e3\n\nretry: \n\nretry:20\n\n', events: [], retries: [10, 20] },
  { name: 'a retry in an unfinished block counts', input: 'data:x\nretry:40\n', events: [], retries: [40] },
  { name: 'four-byte characters', input: 'data:🙂🙃\n\nid:🙂\ndata:x\n\n', events: [['🙂🙃', ''], ['x', '🙂']], lastId: '🙂' },
  { name: 'a BOM alone', input: '\ufeff', events: [] },
  { name: 'a BOM inside data stays', input: 'data:\ufeffx\n\n', events: [['\ufeffx', '']] },
  { name: 'the text of a BOM in Latin-1 is no BOM', input: 'ï»¿data:1\n\ndata:2\n\n', events: [['2', '']] },
  { name: 'U+2028 ends no line', input: 'data:a\u2028b\n\n', events: [['a\u2028b', '']] },
  { name: 'form feed and vertical tab end no line', input: 'data:a\fb\vc\n\n', events: [['a\fb\vc', '']] },
  { name: 'comments between data lines', input: 'data:a\n: ping\ndata:b\n\n: ping\n\n', events: [['a\nb', '']] },
  { name: 'a comment is no event', input: ': a\n\n: b\n\n', events: [] },
  { name: 'padding before the end', input: 'data: {"a":1}   \n\n', events: [['{"a":1}   ', '']] },
];

export const PARSING_CASES: readonly ParsingCase[] = [...WPT, ...GRAMMAR];
