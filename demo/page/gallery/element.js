/**
 * An element of ours with its properties. By its plain tag: the gallery's page owns none of these names.
 * @param {string} tag
 * @param {Record<string, unknown>} properties
 */
export function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
