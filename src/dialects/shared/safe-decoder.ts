import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import type { DecodeOptions, Decoder, Diagnostic } from '../dialect.js';
import { sampleOf } from './frame-data.js';
import { compact } from './values.js';

/** What every decoder is: it never throws, and what it does not use is reported and costs one frame. */
export abstract class SafeDecoder implements Decoder {
  protected readonly options: DecodeOptions;

  constructor(options: DecodeOptions = {}) {
    this.options = options;
  }

  decode(frame: WireFrame): readonly ActivityEvent[] {
    try {
      return this.read(frame);
    } catch {
      // Only a value that a host pushed can get here: a getter that throws, a revoked proxy.
      return this.drop('malformed', 'the frame cannot be read');
    }
  }

  /** The events of one frame; may throw. */
  protected abstract read(frame: WireFrame): readonly ActivityEvent[];

  /** Reports a frame, or a part of one, that is not used. `data` only where its start may be quoted. */
  protected drop(code: Diagnostic['code'], reason: string, data?: unknown): readonly ActivityEvent[] {
    const sample = data === undefined ? undefined : sampleOf(data);
    this.options.report?.({ code, reason, ...compact({ sample }) });
    return [];
  }
}
