/**
 * nginx with Nchan, and Redis, on free ports of the loopback: own folder, own configuration, no service of the system.
 * They stay in the process group of the test, so that whatever ends it ends them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Engines } from '../../scripts/engines.mjs' */

/** What the documented part says, and the tests put other ports in the place of. */
const PORTS = { public: 8080, publish: 8081, backend: 3000, redis: 6379 };

/** Every second here, so that a test can wait for some. */
const PING = 'nchan_eventsource_ping_interval';

/** @param {string} name */
const template = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {Engines} paths
 * @param {number} backendPort
 */
export async function startEngine(paths, backendPort) {
  const folder = mkdtempSync(join(tmpdir(), 'chainabit-engine-'));
  // Its workers are another user when this one is root.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'site'));
  const ports = { public: await freePort(), publish: await freePort(), backend: backendPort, redis: await freePort() };
  writeConfiguration(folder, paths.nchan, ports);

  const redis = await startRedis(paths.redis, folder, ports.redis);
  const nginx = await startNginx(paths.nginx, folder, [ports.public, ports.publish]);
  return {
    folder,
    origin: `http://127.0.0.1:${String(ports.public)}`,
    publishOrigin: `http://127.0.0.1:${String(ports.publish)}`,
    port: ports.public,
    ...nginx,
    crashRedis: redis.crash,
    async stop() {
      await nginx.stop();
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * nginx, restarted whole when a worker of it dies by itself, as docs/scaling.md tells operators to.
 * @param {string} program
 * @param {string} folder
 * @param {number[]} ports
 */
async function startNginx(program, folder, ports) {
  const start = async () => {
    const nginx = run(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
    await Promise.all(ports.map((port) => listening(port, nginx)));
    return nginx;
  };
  let nginx = await start();
  let mended = 0;
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  /** One thing after the other. @param {() => Promise<void>} job */
  const inTurn = (job) => (last = last.catch(() => undefined).then(job));
  const hasLostWorker = () => new RegExp(` ${String(nginx.pid)}#\\d+: worker process \\d+ exited on signal`, 'u').test(logOf(folder));
  const restart = async (pause = 200) => {
    await end(nginx, 'SIGTERM');
    await sleep(pause);
    nginx = await start();
  };
  const mend = async () => {
    if (!hasLostWorker()) return;
    mended += 1;
    await restart(0);
  };
  const watch = setInterval(() => void (hasLostWorker() && inTurn(mend)), 300);
  return {
    /** How often a worker has died by itself. */
    mended: () => mended,
    /** Ends nginx, waits a moment, and starts it again on the same ports. @param {number} [pause] */
    restart: (pause) => inTurn(() => restart(pause)),
    /** Reads the configuration again: new workers take new connections. */
    reload: () => inTurn(async () => {
      const before = workersOf(folder, nginx);
      nginx.kill('SIGHUP');
      while (workersOf(folder, nginx).every((pid) => before.includes(pid))) await sleep(20);
    }),
    /** Kills nginx whole, in the middle of its work, and starts it again. */
    crash: () => inTurn(async () => {
      const workers = workersOf(folder, nginx);
      await end(nginx, 'SIGKILL');
      for (const pid of workers) signal(pid, 'SIGKILL');
      while (await answers(ports[0] ?? 0)) await sleep(20);
      nginx = await start();
    }),
    stop: async () => {
      clearInterval(watch);
      await inTurn(() => end(nginx, 'SIGTERM'));
    },
  };
}

/**
 * It writes each change before it says yes.
 * @param {string} program
 * @param {string} folder
 * @param {number} port
 */
async function startRedis(program, folder, port) {
  const options = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'yes', appendfsync: 'always' };
  const start = async () => {
    const redis = run(program, Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]));
    await listening(port, redis);
    return redis;
  };
  let redis = await start();
  return {
    /** Kills it and starts it again: what it has is what it had written. @param {number} [pause] */
    async crash(pause = 200) {
      await end(redis, 'SIGKILL');
      await sleep(pause);
      redis = await start();
    },
    stop: () => end(redis, 'SIGTERM'),
  };
}

/**
 * @param {string} folder
 * @param {string} nchan
 * @param {typeof PORTS} ports
 */
function writeConfiguration(folder, nchan, ports) {
  let fanOut = template('fan-out.conf');
  for (const [name, documented] of Object.entries(PORTS)) {
    const address = `127.0.0.1:${String(documented)}`;
    if (!fanOut.includes(address)) throw new Error(`fan-out.conf no longer has ${address}`);
    fanOut = fanOut.replaceAll(address, `127.0.0.1:{{${name}}}`);
  }
  if (!fanOut.includes(`${PING} 15;`)) throw new Error(`fan-out.conf no longer has ${PING}`);
  fanOut = fanOut.replace(`${PING} 15;`, `${PING} 1;`);
  const filled = { ...ports, folder, nchan };
  for (const [name, text] of [['fan-out.conf', fanOut], ['nginx.conf', template('nginx.conf')]]) {
    const whole = String(text).replaceAll(/\{\{(\w+)\}\}/gu, (_, key) => String(filled[/** @type {keyof typeof filled} */ (key)]));
    writeFileSync(join(folder, String(name)), whole);
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk) => process.stderr.write(`${program}: ${String(chunk)}`));
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} how
 */
async function end(child, how) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(how);
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await once(child, 'exit');
  clearTimeout(late);
}

/** @param {string} folder */
function logOf(folder) {
  const file = join(folder, 'error.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The workers that this master has started and that are still there. @param {string} folder @param {ChildProcess} master */
function workersOf(folder, master) {
  const started = new RegExp(` ${String(master.pid)}#\\d+: start worker process (\\d+)`, 'gu');
  return [...logOf(folder).matchAll(started)].map(([, pid]) => Number(pid)).filter((pid) => signal(pid, 0));
}

/** @param {number} pid @param {NodeJS.Signals | 0} what */
function signal(pid, what) {
  try {
    return process.kill(pid, what);
  } catch {
    return false;
  }
}

/** @param {number} port @param {ChildProcess} child */
async function listening(port, child) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${String(child.exitCode)}`);
    if (await answers(port)) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not listen on ${String(port)}`);
}

/** @param {number} port @returns {Promise<boolean>} */
async function answers(port) {
  const socket = connect(port, '127.0.0.1');
  const open = await new Promise((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
  socket.destroy();
  return open;
}
