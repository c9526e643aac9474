/** The server said no, or nothing. `unreachable` means that there was no answer at all. */
export class ApiError extends Error {
  name = 'ApiError';

  /**
   * @param {string} message
   * @param {{ status?: number, code?: string, cause?: unknown }} [details]
   */
  constructor(message, { status, code, cause } = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }

  get unreachable() {
    return this.status === undefined;
  }
}

/**
 * @param {string} url
 * @param {RequestInit} [init]
 */
async function request(url, init) {
  let response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw new ApiError('The server cannot be reached.', { cause });
  }
  const body = await response.json().catch(() => undefined);
  if (!response.ok) {
    throw new ApiError(body?.error?.message ?? `HTTP ${response.status}`, { status: response.status, code: body?.error?.code });
  }
  return body;
}

/**
 * @param {string} url
 * @param {unknown} [body]
 */
function post(url, body = {}) {
  return request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

export const listScripts = () => request('/api/scripts');

/** @param {{ script: string, speed: number, lang: string }} wish */
export const createRun = (wish) => post('/api/runs', wish);

/** @param {{ cut: string }} run */
export const cutRun = (run) => post(run.cut);

/** @param {{ stop: string }} run */
export const stopRun = (run) => post(run.stop);

/** @param {{ messages: string }} run */
export const readMessages = (run) => request(run.messages);
