/**
 * What the analyser does not do by itself for this package. Each is a plugin of @custom-elements-manifest/analyzer,
 * whose manifest is plain JSON, hence the loose types.
 */

/** @typedef {Record<string, any>} Json */

/** A call of our `define(tag, Class)` in a define module counts as the element's definition. */
export function definitionExports() {
  return {
    name: 'definition-exports',
    /** @param {{ ts: any, node: any, moduleDoc: Json }} context */
    analyzePhase({ ts, node, moduleDoc }) {
      if (!moduleDoc['path'].endsWith('.define.ts') || !ts.isCallExpression(node)) return;
      const [tag, constructor] = node.arguments;
      if (node.expression.getText() !== 'define' || !ts.isStringLiteral(tag)) return;
      moduleDoc['exports'] ??= [];
      moduleDoc['exports'].push({
        kind: 'custom-element-definition',
        name: tag.text,
        declaration: { name: constructor.getText(), module: moduleDoc['path'].replace('.define.ts', '.ts') },
      });
    },
  };
}

/** @param {Json} member */
function isPublic(member) {
  const hidden = member['privacy'] === 'private' || member['privacy'] === 'protected';
  return !hidden && !/^[#_]/u.test(member['name'] ?? '');
}

/** What lit asks for and no user calls. */
const LIFECYCLE = new Set([
  'styles', 'render', 'connectedCallback', 'disconnectedCallback', 'attributeChangedCallback', 'willUpdate',
  'firstUpdated', 'updated', 'update', 'shouldUpdate', 'createRenderRoot',
]);

/** @param {Json} declaration */
const isElement = (declaration) => declaration['customElement'] && declaration['tagName'];

/**
 * The classes that users get: elements with a tag, and events.
 * @param {Json} module
 * @returns {Json[]}
 */
function publicClasses(module) {
  /** @type {Json[]} */
  const classes = (module['declarations'] ?? []).filter((/** @type {Json} */ each) => each['kind'] === 'class');
  return module['path'].includes('/events/') ? classes : classes.filter(isElement);
}

/** @param {Json} declaration */
function cleanDeclaration(declaration) {
  const inherited = [...(declaration['members'] ?? []), ...(declaration['attributes'] ?? [])];
  // The base classes are internal; to a user all members are the element's own.
  for (const member of inherited) delete member['inheritedFrom'];
  if (declaration['members']) {
    declaration['members'] = declaration['members'].filter(
      (/** @type {Json} */ member) => isPublic(member) && !LIFECYCLE.has(member['name']),
    );
  }
  // `this.dispatchEvent(event)` gives an event without a name; the documented ones come from `@fires`.
  if (declaration['events']) declaration['events'] = declaration['events'].filter((/** @type {Json} */ event) => event['name']);
  declaration['superclass'] = isElement(declaration)
    ? { name: 'LitElement', package: 'lit' }
    : { name: 'Event', package: 'global:' };
}

/** Leaves out private members, lifecycle methods, unnamed events and the modules that are nobody's business. */
export function publicOnly() {
  return {
    name: 'public-only',
    /** @param {{ customElementsManifest: Json }} context */
    packageLinkPhase({ customElementsManifest }) {
      /** @type {Json[]} */
      const modules = customElementsManifest['modules'];
      for (const module of modules) {
        module['declarations'] = publicClasses(module);
        module['declarations'].forEach(cleanDeclaration);
        const names = new Set(module['declarations'].map((/** @type {Json} */ each) => each['name']));
        module['exports'] = (module['exports'] ?? []).filter(
          (/** @type {Json} */ each) => each['kind'] === 'custom-element-definition' || names.has(each['name']),
        );
      }
      customElementsManifest['modules'] = modules
        .filter((module) => module['exports'].length > 0)
        .sort((a, b) => (a['path'] < b['path'] ? -1 : 1));
    },
  };
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function toDist(value) {
  if (Array.isArray(value)) return value.map(toDist);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isPath = (key === 'path' || key === 'module') && typeof inner === 'string';
      return [key, isPath ? inner.replace(/^\/?src\/(.*)\.(?:ts|js)$/u, 'dist/$1.js') : toDist(inner)];
    }),
  );
}

/** The manifest is read by users of the package, who have dist/ and no src/. */
export function distPaths() {
  return {
    name: 'dist-paths',
    /** @param {{ customElementsManifest: Json }} context */
    packageLinkPhase({ customElementsManifest }) {
      customElementsManifest['modules'] = toDist(customElementsManifest['modules']);
    },
  };
}
