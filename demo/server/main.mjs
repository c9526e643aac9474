#!/usr/bin/env node
import { serve } from './serve.mjs';

const DEFAULT_PORT = 4173;
const HELP = `The chainabit-activity demo: a scripted agent backend and the demo page.

Usage: node demo/server/main.mjs [--help]

Environment:
  PORT   port on 127.0.0.1, default ${String(DEFAULT_PORT)}; if it is taken, the next free one; 0 = any
  SPEED  how many times as fast the scripts play, default 1
`;

/**
 * @param {string} name
 * @param {number} fallback
 * @param {(value: number) => boolean} valid
 * @param {string} wants What is valid, in words.
 * @returns {number}
 */
function fromEnvironment(name, fallback, valid, wants) {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (valid(value)) return value;
  console.error(`${name}=${text} is not valid: ${wants}.`);
  process.exit(2);
}

async function main() {
  const args = process.argv.slice(2);
  if (args.length > 0) {
    const help = args.includes('--help') || args.includes('-h');
    if (help) process.stdout.write(HELP);
    else process.stderr.write(`Unknown argument: ${args.join(' ')}\n\n${HELP}`);
    process.exitCode = help ? 0 : 2;
    return;
  }
  const wanted = fromEnvironment('PORT', DEFAULT_PORT, (n) => Number.isInteger(n) && n >= 0 && n <= 65_535, 'a whole number from 0 to 65535');
  const speed = fromEnvironment('SPEED', 1, (n) => n > 0, 'a number above 0');
  const { url, port, close } = await serve({ port: wanted, speed });
  if (wanted !== 0 && port !== wanted) console.log(`Port ${String(wanted)} is taken, using ${String(port)} instead.`);
  console.log(`Demo: ${url}demo/   (Ctrl+C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // Once: a second Ctrl+C falls through to the default and kills, should anything ever hang.
    process.once(signal, () => void close());
  }
}

await main();
