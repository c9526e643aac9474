/** Entry of the CDN build: registers the elements and exports everything, as a module or as `ChainabitActivity`. */
export * from './define.js';
export { setBasePath } from './base-path.cdn.js';
