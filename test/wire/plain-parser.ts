export interface PlainEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
}

/** The standard's algorithm, word for word and in one piece: what the fuzzer compares with. */
export function parsePlainly(text: string): { readonly events: readonly PlainEvent[]; readonly lastId: string } {
  const stream = text.startsWith('\ufeff') ? text.slice(1) : text;
  const lines = stream.split(/\r\n|\n|\r/);
  lines.pop();
  const events: PlainEvent[] = [];
  let data = '';
  let type = '';
  let buffer = '';
  let lastId = '';
  for (const line of lines) {
    if (line === '') {
      lastId = buffer;
      if (data !== '') events.push({ type: type || 'message', data: data.slice(0, -1), id: lastId });
      data = '';
      type = '';
      continue;
    }
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data += `${value}\n`;
    else if (name === 'event') type = value;
    else if (name === 'id' && !value.includes('\0')) buffer = value;
  }
  return { events, lastId };
}
