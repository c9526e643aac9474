/** Made by the build: our modules and lit's that are in the main file, by the names that its parts know them by. */
declare module 'virtual:shared-modules' {
  export const modules: Readonly<Record<string, unknown>>;
}
