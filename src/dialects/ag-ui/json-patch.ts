import { isRecord } from '../shared/values.js';

/** Thrown by an operation that does not fit; the value then stays as it was. */
class Misfit extends Error {}

type Container = unknown[] | Record<string, unknown>;

function tokens(pointer: unknown): readonly string[] {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) throw new Misfit();
  return pointer.slice(1).split('/').map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function indexOf(list: readonly unknown[], token: string, isNew: boolean): number {
  if (isNew && token === '-') return list.length;
  const index = /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
  if (index < 0 || index >= list.length + (isNew ? 1 : 0)) throw new Misfit();
  return index;
}

function read(value: unknown, path: readonly string[]): unknown {
  const [token, ...rest] = path;
  if (token === undefined) return value;
  if (Array.isArray(value)) return read(value[indexOf(value, token, false)], rest);
  if (!isRecord(value) || !Object.hasOwn(value, token)) throw new Misfit();
  return read(value[token], rest);
}

/** By definition and not by assignment: `__proto__` is a key like any other. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy of `value` with its container at `path` changed; what lies beside the path is shared. */
function change(value: unknown, path: readonly string[], act: (container: Container, token: string) => void): unknown {
  const [token, ...rest] = path;
  if (token === undefined) throw new Misfit();
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : isRecord(value) ? { ...value } : undefined;
  if (!Array.isArray(copy) && !isRecord(copy)) throw new Misfit();
  const container = copy as Container;
  if (rest.length === 0) act(container, token);
  else if (Array.isArray(container)) container[indexOf(container, token, false)] = change(read(container, [token]), rest, act);
  else put(container, token, change(read(container, [token]), rest, act));
  return container;
}

function add(value: unknown, path: readonly string[], what: unknown): unknown {
  if (path.length === 0) return what;
  return change(value, path, (container, token) => {
    if (Array.isArray(container)) container.splice(indexOf(container, token, true), 0, what);
    else put(container, token, what);
  });
}

function remove(value: unknown, path: readonly string[]): unknown {
  read(value, path);
  return change(value, path, (container, token) => {
    if (Array.isArray(container)) container.splice(indexOf(container, token, false), 1);
    else Reflect.deleteProperty(container, token);
  });
}

function replace(value: unknown, path: readonly string[], what: unknown): unknown {
  read(value, path);
  if (path.length === 0) return what;
  return change(value, path, (container, token) => {
    if (Array.isArray(container)) container[indexOf(container, token, false)] = what;
    else put(container, token, what);
  });
}

function test(value: unknown, path: readonly string[], expected: unknown): unknown {
  if (JSON.stringify(read(value, path)) !== JSON.stringify(expected)) throw new Misfit();
  return value;
}

function apply(value: unknown, operation: unknown): unknown {
  if (!isRecord(operation)) throw new Misfit();
  const path = tokens(operation['path']);
  const what = operation['value'];
  switch (operation['op']) {
    case 'add':
      return add(value, path, what);
    case 'remove':
      return remove(value, path);
    case 'replace':
      return replace(value, path, what);
    case 'move': {
      const from = tokens(operation['from']);
      return add(remove(value, from), path, read(value, from));
    }
    case 'copy':
      return add(value, path, read(value, tokens(operation['from'])));
    case 'test':
      return test(value, path, what);
    default:
      throw new Misfit();
  }
}

/**
 * The value after a JSON patch (RFC 6902), which is not written to. `undefined` where an operation does not fit: then none
 * counts.
 */
export function patched(value: unknown, operations: readonly unknown[]): { readonly value: unknown } | undefined {
  try {
    return { value: operations.reduce<unknown>(apply, value) };
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}
