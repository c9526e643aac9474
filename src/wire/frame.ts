/**
 * One message of a stream, as every transport hands it over and as `push()` takes it.
 * `data` is the text as on the wire, or a value that a host has parsed already.
 */
export interface WireFrame {
  /** The SSE `event:` field; absent for the default type. */
  readonly event?: string;
  readonly data: unknown;
  /** The SSE `id:` of this very frame, not the last one seen; `''` where the frame empties the resume cursor. */
  readonly id?: string;
}
