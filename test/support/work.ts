/** What code does to text, counted in characters: time depends on the machine, this does not. */

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Methods that read all of the text they are called on. */
const READS = ['indexOf', 'includes', 'replace', 'replaceAll', 'split', 'match'] as const;
/** Methods that make a text. */
const MAKES = ['slice', 'substring', 'concat'] as const;

/** Counts from now on. A text that is put together again at each piece is counted again at each piece. */
export function countWork(): { characters: () => number; restore: () => void } {
  let characters = 0;
  const undo: (() => void)[] = [];
  const wrap = (owner: object, name: string, count: (self: unknown, made: unknown) => number): void => {
    const own = Reflect.get(owner, name) as Method;
    const counting: Method = function (...values) {
      const made = own.apply(this, values);
      characters += count(this, made);
      return made;
    };
    Object.defineProperty(owner, name, { value: counting, configurable: true, writable: true });
    undo.push(() => Object.defineProperty(owner, name, { value: own, configurable: true, writable: true }));
  };
  const size = (value: unknown): number => (typeof value === 'string' ? value.length : 0);
  for (const name of READS) wrap(String.prototype, name, (self) => size(self));
  for (const name of MAKES) wrap(String.prototype, name, (_, made) => size(made));
  wrap(Array.prototype, 'join', (_, made) => size(made));
  wrap(TextDecoder.prototype, 'decode', (_, made) => size(made));
  return {
    characters: () => characters,
    restore: () => {
      for (const each of undo) each();
    },
  };
}
