/** Where the files of the CDN build are: beside the script that was loaded, module or classic, or where a host says. */
// The engine runs in workers too.
const page = globalThis.document as Document | undefined;
const script = page?.currentScript as HTMLScriptElement | null | undefined;
let base = new URL('.', [script?.src, import.meta.url, page?.baseURI].find(Boolean)).href;
let attempts = 0;

/** For hosts that serve the other files of the build from another place than the main one. */
export function setBasePath(path: string | URL): void {
  base = new URL(path, page?.baseURI).href.replace(/\/?$/u, '/');
}

/**
 * Loads a file of the build. The build turns each dynamic import of the sources into a call of this, with the hash of
 * the file, so that the integrity of the script tag holds for what it loads. Rejects when the file is not to be had, or
 * is another one. A second try has an address of its own: browsers remember a module that failed.
 * @public
 */
export async function importChunk(name: string, integrity: string): Promise<unknown> {
  for (;;) {
    const from = base;
    const url = new URL(name, from);
    if (attempts > 0) url.search = `retry=${String(attempts)}`;
    try {
      await check(url.href, integrity);
      return await import(/* @vite-ignore */ url.href);
    } catch (error) {
      attempts += 1;
      // The host said where, in the meantime.
      if (from === base) throw error;
    }
  }
}

/** WebKit (2.50) takes a module preload for checked whatever its hash. */
const checksPreloads = page !== undefined && !navigator.vendor.startsWith('Apple');

/**
 * Rejects unless the file has the hash; `import()` itself takes none. A preload puts the module into the page's module
 * map, checked. Elsewhere `fetch` checks, which wants the address in `connect-src`, and the module then comes out of the
 * cache.
 */
async function check(href: string, integrity: string): Promise<void> {
  if (page !== undefined && checksPreloads) await preload(page, href, integrity);
  else await fetch(href, { integrity, credentials: 'same-origin' });
}

function preload(page: Document, href: string, integrity: string): Promise<void> {
  const link = page.createElement('link');
  return new Promise((resolve, reject) => {
    const over = (settle: () => void) => (): void => {
      link.remove();
      settle();
    };
    link.addEventListener('load', over(resolve));
    link.addEventListener('error', over(() => {
      reject(new Error(`${href} could not be loaded, or is not the file that belongs to this build`));
    }));
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.href = href;
    page.head.append(link);
  });
}
