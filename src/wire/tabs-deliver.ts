import type { WireFrame } from './frame.js';
import type { TabsEntry, TabsFault } from './tabs-message.js';
import type { TransportError, TransportSink } from './transport.js';

/** Frames that follow each other are one call, so that they are reduced as one batch. */
export function deliver(entries: readonly TabsEntry[], sink: TransportSink, errorOf: (fault: TabsFault) => TransportError): void {
  let batch: WireFrame[] = [];
  const flush = (): void => {
    if (batch.length > 0) sink.frames(batch);
    batch = [];
  };
  for (const entry of entries) {
    if ('frame' in entry) {
      batch.push(entry.frame);
      continue;
    }
    flush();
    if ('cursor' in entry) sink.cursor(entry.cursor);
    else if ('retry' in entry) sink.retry(entry.retry);
    else sink.lost(errorOf({ code: 'event-too-large', message: entry.lost }));
  }
  flush();
}
