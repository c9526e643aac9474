/** The TypeScript of the documents: checked against the types in dist/, and stripped of them to be run. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { placeOf, root } from './docs-blocks.mjs';

/** @import { Block } from './docs-blocks.mjs' */

/** Inside the package, so that it finds itself by its own name, through `exports`. */
const folder = join(root, '.cache/docs-types');

/** @type {ts.CompilerOptions} */
const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Each block alone, as its reader has it: a type that another block brings in would hide what is missing here.
 * @param {readonly Block[]} blocks
 * @returns {string[]} One line for each complaint, with its place in the document.
 */
export function typeErrors(blocks) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {ts.Program | undefined} */
  let program;
  const errors = blocks.flatMap((block, index) => {
    const file = join(folder, `block-${String(index)}.mts`);
    writeFileSync(file, `${block.text}\nexport {};\n`);
    // What it shares with the one before is not read again.
    program = ts.createProgram([file], options, undefined, program);
    return ts.getPreEmitDiagnostics(program).map((diagnostic) => complaint(block, diagnostic));
  });
  rmSync(folder, { recursive: true, force: true });
  return errors;
}

/**
 * @param {Block} block
 * @param {ts.Diagnostic} diagnostic
 */
function complaint(block, { messageText, file, start = 0 }) {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ');
  if (file === undefined || !file.fileName.includes('docs-types')) return `${placeOf(block)}: ${file?.fileName ?? ''} ${text}`;
  return `${placeOf(block)}, its line ${String(ts.getLineAndCharacterOfPosition(file, start).line + 1)}: ${text}`;
}

/** @param {string} code */
export function withoutTypes(code) {
  return ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true } }).outputText;
}
