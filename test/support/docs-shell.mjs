/** The commands of the documents: known to npm, or files that are there. Nothing is run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './docs-blocks.mjs';

/** @type {{ name: string, scripts: Record<string, string> }} */
const { name: packageName, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const ENVIRONMENT = ['BROWSERS', 'CHROMIUM_PATH', 'FIREFOX_PATH', 'PORT', 'SPEED'];

/**
 * @param {string} text
 * @returns {string[]} What is wrong, a line for each command.
 */
export function shellProblems(text) {
  return text
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/u, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => line.split(/\s*&&\s*/u))
    .flatMap((command) => problemOf(command) ?? []);
}

/** @param {string} command */
function problemOf(command) {
  const words = command.split(/\s+/u);
  while (words[0]?.includes('=')) {
    const name = words.shift()?.split('=')[0] ?? '';
    if (!ENVIRONMENT.includes(name)) return `${command}: nothing reads ${name}`;
  }
  const [program, verb = '', ...rest] = words;
  if (program === 'node') return fileProblem(command, verb === '--test' ? rest[0] : verb);
  if (program !== 'npm') return `${command}: not a command of this project`;
  return npmProblem(command, verb, rest);
}

/**
 * @param {string} command
 * @param {string | undefined} file
 */
function fileProblem(command, file) {
  return file !== undefined && existsSync(join(root, file)) ? undefined : `${command}: there is no such file`;
}

/**
 * @param {string} command
 * @param {string} verb
 * @param {string[]} rest
 */
function npmProblem(command, verb, rest) {
  if (verb === 'ci') return undefined;
  if (verb === 'install') return rest[0] === packageName ? undefined : `${command}: another package`;
  const script = verb === 'run' ? rest[0] : verb;
  if (script === undefined || !Object.hasOwn(scripts, script)) return `${command}: package.json has no such script`;
  const file = rest.find((word) => /^test\/.*\.(?:ts|mjs)$/u.test(word));
  return file === undefined || file.includes('*') ? undefined : fileProblem(command, file);
}
