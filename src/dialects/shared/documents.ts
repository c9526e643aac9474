/** The end mark that some servers send in the place of a last document. */
export const END_MARK = '[DONE]';

function isWhole(line: string): boolean {
  return (line.startsWith('{') && line.endsWith('}')) || line === END_MARK;
}

/**
 * The documents of a frame's data: one a line where each line is one, as several events without the empty line between
 * them become. One document that is written over several lines is one document.
 */
export function documentsOf(data: unknown): readonly unknown[] {
  if (typeof data !== 'string' || !data.includes('\n')) return [data];
  const lines = data.split('\n').map((line) => line.replace(/\r$/, ''));
  const full = lines.filter((line) => line.trim() !== '');
  return full.length > 0 && full.every(isWhole) ? full : [data];
}
