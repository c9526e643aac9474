/** The server's side of a run that is published frame by frame while somebody watches. */

/** @typedef {{ cursor: string | undefined, closed: boolean, res: import('node:http').ServerResponse }} Connection */

export function createLiveRun() {
  /** @type {Connection[]} */
  const connections = [];
  /** @type {string[]} */
  const log = [];
  return {
    connections,
    /** Those that are open. */
    get live() {
      return connections.filter(({ closed }) => !closed);
    },
    /**
     * Answers a request: what came after its cursor, and then what comes.
     * @param {import('node:http').IncomingMessage} req
     * @param {import('node:http').ServerResponse} res
     */
    open(req, res) {
      const cursor = req.headers['last-event-id']?.toString();
      /** @type {Connection} */
      const connection = { cursor, closed: false, res };
      connections.push(connection);
      res.on('close', () => {
        connection.closed = true;
      });
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      res.write(`: hello\n\n${log.slice(Number(cursor ?? 0)).join('')}`);
    },
    /** Appends frames without ids: their numbers are their ids. @param {readonly string[]} frames */
    publish(frames) {
      const added = frames.map((frame, index) => `id: ${String(log.length + index + 1)}\n${frame}\n\n`);
      log.push(...added);
      for (const { res } of this.live) res.write(added.join(''));
    },
    /** Bytes without an event. */
    heartbeat() {
      for (const { res } of this.live) res.write(': heartbeat\n\n');
    },
    /** Tears every connection. */
    cut() {
      for (const { res } of this.live) res.socket?.destroy();
    },
  };
}
