/** The client side of `routes/fault.mjs`. */
export type Piece = string | { readonly wait: number } | { readonly base64: string };

export interface Step {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly Piece[];
  readonly log?: boolean;
  readonly cut?: number;
  readonly end?: 'end' | 'cut' | 'hold';
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly closed: boolean;
}

export interface FaultPlan {
  /** The address; `query` as `routes/fault.mjs` says. */
  url(query?: string): string;
  /** What came so far, for one key. */
  requests(key?: string): Promise<readonly Seen[]>;
}

/** Lays a plan at the server: one step per request. */
export async function faultPlan(plan: { readonly log?: readonly string[]; readonly steps?: readonly Step[] }): Promise<FaultPlan> {
  const response = await fetch('/fault/plans', { method: 'POST', body: JSON.stringify(plan) });
  const { id } = (await response.json()) as { id: string };
  return {
    url: (query = '') => `/fault/plans/${id}/stream${query}`,
    async requests(key = '') {
      const answer = await fetch(`/fault/requests/${id}?key=${key}`);
      return (await answer.json()) as readonly Seen[];
    },
  };
}
