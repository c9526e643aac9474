const WIDTH = 52;

/**
 * JSON as a person would write it by hand: what fits on one line stays on one line.
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
export function pretty(value, indent = '') {
  const flat = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const lines = list
    ? value.map((item) => inner + pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pretty(item, inner)}`);
  return `${list ? '[' : '{'}\n${lines.join(',\n')}\n${indent}${list ? ']' : '}'}`;
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
