/**
 * Characters that change how text is read without being seen themselves: control and format characters (bidirectional
 * overrides, zero-width, tags), line separators, blank letters and variation selectors. Left as they are: tab and line
 * feed, the visible Arabic number signs, and what holds an emoji sequence together.
 *
 * Trojan Source (CVE-2021-42574) lists the bidirectional ones.
 */
const HIDDEN =
  /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*|\p{Emoji}\uFE0F|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\t\n]|(?<hidden>[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])/gu;

/** White space that pushes what follows out of sight: more than three line breaks, more than eight blanks. */
const RUN = /\n(?:[ \t]*\n){3,}|[ \t\u00A0\u2000-\u200A\u3000]{9,}/gu;

/** `⟦U+202E⟧` instead of a character that nobody can see, and a count instead of a long run of white space. Pure. */
export function reveal(text: string): string {
  return wellFormed(text)
    .replace(HIDDEN, (match: string, hidden: string | undefined) => (hidden === undefined ? match : `⟦${codePoint(hidden)}⟧`))
    .replace(RUN, (run) => (run.startsWith('\n') ? `\n⟦U+000A ×${String(run.split('\n').length - 1)}⟧\n` : ` ⟦U+0020 ×${String(run.length)}⟧ `));
}

/** Lone surrogates become U+FFFD. (`String.prototype.toWellFormed` is not in the type library of ES2023.) */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
