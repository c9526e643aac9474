/** True when the host put something into the default slot: an element without `slot`, or text that is not white space. */
export function hasContent(host: Element): boolean {
  return [...host.childNodes].some((node) =>
    node instanceof Element ? !node.hasAttribute('slot') : node instanceof Text && node.data.trim() !== '',
  );
}
