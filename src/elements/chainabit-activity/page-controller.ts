import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ActivitySession } from '../../session/activity-session.js';

/** What a session is told of its page. */
export type PageSession = Pick<ActivitySession, 'check' | 'offline' | 'freeze'>;

type Tell = (session: PageSession, event: Event) => void;

const isPersisted = (event: Event): boolean => (event as PageTransitionEvent).persisted;

const look: Tell = (session) => {
  if (!document.hidden) session.check('visible');
};

/**
 * Moments after which a connection may be dead without a word (the page was hidden, frozen, asleep or offline), or at
 * which it must go: a page with an open connection does not stay in the back/forward cache.
 */
const MOMENTS: readonly (readonly [() => EventTarget, string, Tell])[] = [
  [() => document, 'visibilitychange', look],
  [
    () => window,
    'pageshow',
    (session, event) => {
      if (isPersisted(event)) session.freeze(false);
      look(session, event);
    },
  ],
  [
    () => window,
    'pagehide',
    (session, event) => {
      if (isPersisted(event)) session.freeze(true);
    },
  ],
  [() => window, 'online', (session) => session.check('online')],
  [() => window, 'offline', (session) => session.offline()],
];

/** Tells the session of each of them while the element is in the page. */
export class PageController implements ReactiveController {
  readonly #moments: readonly (readonly [() => EventTarget, string, (event: Event) => void])[];

  constructor(host: ReactiveControllerHost, ask: (question: (session: PageSession) => void) => void) {
    this.#moments = MOMENTS.map(([target, name, tell]) => [target, name, (event) => ask((session) => tell(session, event))]);
    host.addController(this);
  }

  hostConnected(): void {
    for (const [target, name, listener] of this.#moments) target().addEventListener(name, listener);
  }

  hostDisconnected(): void {
    for (const [target, name, listener] of this.#moments) target().removeEventListener(name, listener);
  }
}
