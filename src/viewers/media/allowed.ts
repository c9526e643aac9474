/** Pictures that come within a value. Not SVG: a picture of text that nobody wrote is not worth its risk. */
const INLINE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,/iu;

/**
 * The address of an image, if the page allows its origin: `https://cdn.example.com`, `self` for the page's own, `data:`
 * for what comes within the value. By default nothing is loaded: a picture's address can tell a stranger who looked at it.
 */
export function allowedImage(address: string, origins: readonly string[]): string | undefined {
  if (address.slice(0, 5).toLowerCase() === 'data:') return origins.includes('data:') && INLINE.test(address.slice(0, 64)) ? address : undefined;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return undefined;
  return origins.some((origin) => originOf(origin) === url.origin) ? url.href : undefined;
}

/** `https://cdn.example.com/` means the same as without the stroke. What is no origin allows nothing. */
function originOf(text: string): string | undefined {
  if (text === 'self') return globalThis.origin;
  try {
    const { origin } = new URL(text);
    return origin === 'null' ? undefined : origin;
  } catch {
    return undefined;
  }
}
