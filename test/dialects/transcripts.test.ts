import { expect } from '@open-wc/testing';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import { loadDialect } from '../../src/dialects/index.js';
import { fetchText, parseSse, plain, play } from './frames.js';
import { type Transcript, transcripts } from './transcripts.js';

async function read(name: string): Promise<{ text: string; transcript: Transcript }> {
  const [text, json] = await Promise.all([
    fetchText(`/test/transcripts/${name}.sse`),
    fetchText(`/test/transcripts/${name}.json`),
  ]);
  return { text, transcript: JSON.parse(json) as Transcript };
}

function countsOf(diagnostics: readonly Diagnostic[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function withoutConnection(state: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'connection'));
}

/** Streams without ids and numbers in which the same text twice is twice the text: only a whole repetition is no news. */
const UNNUMBERED = new Set(['chainabit-flat-envelope']);
/** No response ever has an id, or the stream has no end: a repetition cannot be told from another response. */
const NAMELESS = new Set(['synthetic-openai-responses-bare-server', 'synthetic-openai-responses-broken-ends']);

describe('transcripts', () => {
  for (const name of transcripts) {
    it(`${name}: ends in its state`, async () => {
      const { text, transcript } = await read(name);
      const played = play(await loadDialect(transcript.dialect), parseSse(text));
      expect(withoutConnection(plain(played.state))).to.deep.equal(transcript.state);
      expect(played.headings).to.deep.equal(transcript.headings);
      expect(countsOf(played.diagnostics)).to.deep.equal(transcript.diagnostics);
    });

    it(`${name}: CRLF and a missing last line change nothing`, async () => {
      const { text, transcript } = await read(name);
      const dialect = await loadDialect(transcript.dialect);
      const crlf = play(dialect, parseSse(text.trimEnd().replaceAll('\n', '\r\n')));
      expect(withoutConnection(plain(crlf.state))).to.deep.equal(transcript.state);
    });

    if (NAMELESS.has(name)) continue;
    it(`${name}: cut anywhere and replayed, the same`, async () => {
      const { text, transcript } = await read(name);
      const dialect = await loadDialect(transcript.dialect);
      const frames = parseSse(text);
      for (let cut = UNNUMBERED.has(name) ? frames.length : 0; cut <= frames.length; cut += 1) {
        const again = play(dialect, [...frames.slice(0, cut), ...frames]);
        expect(withoutConnection(plain(again.state)), `cut at ${String(cut)}`).to.deep.equal(transcript.state);
      }
    });
  }

  it('keeps private text out of everything but think.delta', async () => {
    for (const [name, secret] of [
      ['chainabit-turkish-mixed', 'GİZLİ'],
      ['chainabit-answers-any-order', 'PRIVATE'],
      ['chainabit-bare-frames', 'PRIVATE'],
      ['synthetic-a2a-asks-twice', 'PRIVATE'],
      ['synthetic-ag-ui-broken', 'PRIVATE'],
      ['synthetic-ag-ui-interrupts', 'PRIVATE'],
      ['synthetic-ag-ui-older-forms', 'PRIVATE'],
      ['synthetic-ag-ui-subagents', 'PRIVATE'],
      ['synthetic-ai-sdk-approvals', 'PRIVATE'],
      ['synthetic-ai-sdk-steps', 'PRIVATE'],
      ['synthetic-anthropic-messages-session', 'PRIVATE'],
      ['synthetic-anthropic-messages-tools', 'PRIVATE'],
      ['synthetic-chatkit-broken', 'PRIVATE'],
      ['synthetic-chatkit-whole-turn', 'PRIVATE'],
      ['synthetic-construct-broken', 'PRIVATE'],
      ['synthetic-construct-chat-error', 'PRIVATE'],
      ['synthetic-construct-chat-permission', 'PRIVATE'],
      ['synthetic-construct-host-waits', 'PRIVATE'],
      ['synthetic-construct-surface', 'PRIVATE'],
      ['synthetic-model-gateway-approval', 'PRIVATE'],
      ['synthetic-model-gateway-retried', 'PRIVATE'],
      ['synthetic-openai-responses-reasoning-parts', 'PRIVATE'],
      ['synthetic-pi-dialogs', 'PRIVATE'],
      ['synthetic-pi-first-generation', 'PRIVATE'],
      ['synthetic-pi-proxy', 'PRIVATE'],
      ['synthetic-pi-second-generation', 'PRIVATE'],
      ['synthetic-thoth-bare-text', 'PRIVATE'],
      ['synthetic-thoth-failed', 'PRIVATE'],
      ['synthetic-thoth-join-review', 'PRIVATE'],
    ] as const) {
      const { text, transcript } = await read(name);
      const { decoded, events, diagnostics, state } = play(await loadDialect(transcript.dialect), parseSse(text));
      const rest = decoded.filter((event) => event.type !== 'think.delta');
      expect(JSON.stringify([rest, events, diagnostics, plain(state)]), name).not.to.contain(secret);
    }
  });
});
