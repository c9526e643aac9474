/** A wire that can be cut: a TCP relay in front of the engine. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * A request with the header `x-cut: 120` loses its connection after 120 bytes of the answer, head included; half of them by a
 * clean end, half by a reset.
 * @param {number} port Of the engine.
 */
export async function startCutter(port) {
  /** @type {Set<{ near: Socket, far: Socket, asked: string }>} */
  const wires = new Set();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const wire = { near, far, asked: '' };
    wires.add(wire);
    let left = Infinity;
    near.on('data', (/** @type {Buffer} */ chunk) => {
      const text = chunk.toString('latin1');
      if (/^GET /u.test(text)) {
        wire.asked = text.slice(0, text.indexOf('\r\n'));
        left = Number(/\r\nx-cut: (\d+)/iu.exec(text)?.[1] ?? Infinity);
      }
      far.write(chunk);
    });
    far.on('data', (/** @type {Buffer} */ chunk) => {
      if (chunk.length < left) {
        left -= chunk.length;
        near.write(chunk);
        return;
      }
      near.write(chunk.subarray(0, left), () => cut(wire, left % 2 === 0));
      far.removeAllListeners('data');
      far.destroy();
    });
    for (const [socket, other] of [[near, far], [far, near]]) {
      socket?.on('error', () => undefined);
      socket?.on('end', () => other?.end());
      // After an end in order, `end` has said so already; anything else is a break for the other side too.
      socket?.on('close', (broken) => {
        if (broken || socket === near) other?.destroy();
        wires.delete(wire);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = /** @type {AddressInfo} */ (server.address());

  return {
    origin: `http://127.0.0.1:${String(own)}`,
    /** Cuts every connection over which such a path was asked for last. @param {RegExp} path @param {boolean} clean */
    cutAll(path, clean) {
      const hit = [...wires].filter(({ asked }) => path.test(asked));
      for (const wire of hit) cut(wire, clean);
      return hit.length;
    },
    async stop() {
      for (const wire of wires) cut(wire, false);
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * @param {{ near: Socket, far: Socket }} wire
 * @param {boolean} clean
 */
function cut({ near, far }, clean) {
  far.destroy();
  if (clean) near.end();
  else near.resetAndDestroy();
}
