const WIDTH = 52;

/**
 * JSON as a person would write it by hand: what fits on a line shares it, so that a whole frame stays in view.
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
export function pretty(value, indent = '') {
  const flat = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const items = list
    ? value.map((item) => pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pretty(item, inner)}`);
  return `${list ? '[' : '{'}\n${fill(items, inner)}\n${indent}${list ? ']' : '}'}`;
}

/**
 * @param {string[]} items
 * @param {string} indent
 */
function fill(items, indent) {
  const lines = [];
  let line = '';
  items.forEach((item, index) => {
    const text = index < items.length - 1 ? `${item},` : item;
    if (line !== '' && (text.includes('\n') || indent.length + line.length + text.length >= WIDTH)) {
      lines.push(indent + line);
      line = '';
    }
    line = line === '' ? text : `${line} ${text}`;
    if (!text.includes('\n')) return;
    lines.push(indent + line);
    line = '';
  });
  return (line === '' ? lines : [...lines, indent + line]).join('\n');
}

/** @param {unknown} value */
function oneLine(value) {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu;

/**
 * The text with its keys and values told apart, as text nodes and spans.
 * @param {string} json
 * @returns {(Node | string)[]}
 */
export function coloured(json) {
  const nodes = [];
  let position = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const kind = string === undefined ? 'atom' : colon === undefined ? 'string' : 'key';
    const text = string ?? token;
    const span = document.createElement('span');
    span.className = `json-${kind}`;
    span.textContent = text;
    nodes.push(json.slice(position, match.index), span);
    position = match.index + text.length;
  }
  return [...nodes, json.slice(position)];
}
