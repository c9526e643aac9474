/**
 * Counts the characters of a text that comes in pieces, so that a repeated stream adds only what is new. It keeps lengths
 * and never text: reasoning passes through here.
 */
export class Fragments {
  #shown = 0;
  #position = 0;

  /** Characters passed on so far. */
  get length(): number {
    return this.#shown;
  }

  /** The stream starts again from its beginning. */
  restart(): void {
    this.#position = 0;
  }

  /** The part of a piece that was not passed on before. */
  add(piece: string): string {
    this.#position += piece.length;
    const fresh = this.#position - this.#shown;
    if (fresh <= 0) return '';
    this.#shown = this.#position;
    return fresh >= piece.length ? piece : piece.slice(piece.length - fresh);
  }

  /** The whole text is known: whether it differs in length from what was passed on. */
  settle(whole: string): boolean {
    const differs = whole.length !== this.#shown;
    this.#shown = whole.length;
    this.#position = whole.length;
    return differs;
  }
}
