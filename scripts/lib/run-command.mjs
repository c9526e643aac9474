import { spawn } from 'node:child_process';

// Cursor movements and colours of tools that write them even into a pipe.
const ESCAPES = /\u001B\[[0-9;]*[A-Za-z]/gu; // eslint-disable-line no-control-regex -- control characters are the point

/**
 * Runs a shell command and keeps what it prints, both streams in the order they came.
 * @param {string} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeout: number }} options `timeout` in milliseconds; a command that
 *   takes longer is killed with all it started and fails
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCommand(command, { cwd, env, timeout }) {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += String(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    /** @param {NodeJS.Signals} signal */
    const signalGroup = (signal) => {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, signal);
    };
    // A polite signal first: the browser tests end browsers that are in process groups of their own.
    const kill = () => {
      signalGroup('SIGTERM');
      setTimeout(signalGroup, 5000, 'SIGKILL').unref();
    };
    const timer = setTimeout(() => {
      output += `\nstopped after ${String(timeout / 1000)} seconds\n`;
      kill();
    }, timeout);
    process.once('exit', kill);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve({ code: code ?? 1, output: output.replace(ESCAPES, '') });
    });
  });
}
