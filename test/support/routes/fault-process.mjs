/**
 * Fault servers in processes of their own, for the browser tests. The client side is fault-process.ts.
 *
 *   POST /fault-process                         starts one → { id, origin }
 *   POST /fault-process/<id>/plan               { log?, steps } → { name }; its address is <origin>/<name>
 *   POST /fault-process/<id>/do/<order>         stop, continue: SIGSTOP, SIGCONT. kill: SIGKILL. start: again, on the
 *                                               same port, with the same plans. end: for good
 *   POST /fault-process/<id>/open/<name>/<gate> lets pieces of a plan go on that wait at this gate, or will
 *   GET  /fault-process/<id>/seen/<name>        [{ method, path, headers, body, open }]: what came so far
 *
 * What was seen is kept here, so that it outlives a kill.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body: string, open: boolean }} Seen
 */

const PROGRAM = fileURLToPath(new URL('../fault-process.mjs', import.meta.url));

class FaultProcess {
  port = 0;
  /** @type {ChildProcess | undefined} */
  #child;
  /** @type {Map<string, { plan: { log?: string[], steps: object[] }, seen: Seen[] }>} */
  #plans = new Map();
  /** Those whose socket is open, by the number of their connection. @type {Map<number, Seen>} */
  #open = new Map();
  #orders = 0;
  /** @type {Map<number, (answer: object) => void>} */
  #waiting = new Map();

  async start() {
    const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
    this.#child = child;
    child.on('message', (message) => this.#heard(/** @type {any} */ (message)));
    child.once('exit', () => this.#closeAll());
    await Promise.all([...this.#plans.keys()].map((name) => this.#lay(name)));
    this.port = (await this.#order({ type: 'listen', port: this.port })).port;
  }

  /** @param {{ log?: string[], steps: object[] }} plan */
  async plan(plan) {
    const name = randomUUID();
    this.#plans.set(name, { plan, seen: [] });
    await this.#lay(name);
    return name;
  }

  /** @param {string} plan @param {string} gate */
  open(plan, gate) {
    return this.#order({ type: 'open', plan, gate });
  }

  /** @param {string} name */
  seen(name) {
    return this.#plans.get(name)?.seen ?? [];
  }

  /** @param {NodeJS.Signals} signal */
  async signal(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = signal === 'SIGKILL' ? once(child, 'exit') : undefined;
    child.kill(signal);
    await gone;
  }

  /** @param {string} name */
  #lay(name) {
    const laid = this.#plans.get(name);
    return this.#order({ type: 'plan', name, plan: { log: [], ...laid?.plan, count: laid?.seen.length ?? 0 } });
  }

  /** Resolves when it is done: a request over a socket might be there before the order. @param {object} order @returns {Promise<any>} */
  #order(order) {
    const number = (this.#orders += 1);
    this.#child?.send({ ...order, number });
    return new Promise((resolve) => this.#waiting.set(number, resolve));
  }

  /** @param {{ type: string, plan: string, number: number, request: Omit<Seen, 'open'> }} message */
  #heard(message) {
    const { type, plan, number, request } = message;
    if (type === 'request') {
      const seen = { ...request, open: true };
      this.#open.set(number, seen);
      this.#plans.get(plan)?.seen.push(seen);
    } else if (type === 'closed') {
      this.#close(number);
    } else {
      this.#waiting.get(number)?.(message);
      this.#waiting.delete(number);
    }
  }

  /** @param {number} number */
  #close(number) {
    const seen = this.#open.get(number);
    if (seen) seen.open = false;
    this.#open.delete(number);
  }

  #closeAll() {
    for (const number of [...this.#open.keys()]) this.#close(number);
  }
}

/** @type {Map<string, FaultProcess>} */
const processes = new Map();

process.once('exit', () => {
  for (const each of processes.values()) void each.signal('SIGKILL');
});

/** @type {Record<string, (server: FaultProcess, id: string) => unknown>} */
const ORDERS = {
  stop: (server) => server.signal('SIGSTOP'),
  continue: (server) => server.signal('SIGCONT'),
  kill: (server) => server.signal('SIGKILL'),
  start: (server) => server.start(),
  async end(server, id) {
    await server.signal('SIGKILL');
    processes.delete(id);
  },
};

/** What an address does: the answer, as JSON. @type {Record<string, (server: FaultProcess, words: string[], body: any) => unknown>} */
const ACTIONS = {
  plan: async (server, _words, body) => ({ name: await server.plan(body) }),
  do: (server, [id = '', , order = '']) => ORDERS[order]?.(server, id),
  open: (server, [, , plan = '', gate = '']) => server.open(plan, gate),
  seen: (server, [, , plan = '']) => server.seen(plan),
};

async function launch() {
  const server = new FaultProcess();
  const id = randomUUID();
  processes.set(id, server);
  await server.start();
  return { id, origin: `http://127.0.0.1:${String(server.port)}` };
}

/** @param {import('node:http').IncomingMessage} req */
async function readJson(req) {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

/** @type {import('../server-plugin.mjs').Route} */
export default async function faultProcess(req, res, url) {
  const [, root, ...words] = url.pathname.split('/');
  if (root !== 'fault-process') return false;
  const body = await readJson(req);
  const server = processes.get(words[0] ?? '');
  const answer = server ? await ACTIONS[words[1] ?? '']?.(server, words, body) : await launch();
  res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(answer ?? null));
  return true;
}
