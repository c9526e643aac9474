/** Where the files of the CDN build are: beside the script that was loaded, module or classic, or where a host says. */
const script = document.currentScript as HTMLScriptElement | null;
let base = new URL('.', [script?.src, import.meta.url, document.baseURI].find(Boolean)).href;

/** For hosts that serve the files for loading on use (dialects, locales) from another place than the main one. */
export function setBasePath(path: string | URL): void {
  base = new URL(path, document.baseURI).href.replace(/\/?$/u, '/');
}

/**
 * Loads a file of the build. The build turns each dynamic import of the sources into a call of this.
 * @public
 */
export function importChunk(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ new URL(name, base).href);
}
