import type { RunOutcome, ToolStatus } from '../activity/state.js';

/** Words that are on the page at first sight. */
export interface FeedMessages {
  /** BCP 47 tag of this language; also what `Intl` formats with. */
  readonly locale: string;

  // Statuses of a call, one word or two.
  readonly status: Readonly<Record<ToolStatus, string>>;
  /** An unknown status, with the server's own name for it. */
  readonly statusUnknown: (raw: string) => string;
  readonly untitledCall: string;

  // The thinking line.
  readonly working: string;
  readonly reasoning: string;

  // Details of a call.
  readonly showDetails: string;
  readonly hideDetails: string;
  readonly progressOf: (done: string, total: string) => string;
  readonly fallbackUsed: string;
  readonly degradedBecause: string;
  readonly attempt: (n: string) => string;
  /** What a line that stands for several finished calls says: so many of each kind, and of them so many in this way. */
  readonly fold: Readonly<Record<'reads' | 'writes' | 'steps' | 'others' | 'degraded' | 'skipped', (count: number) => string>>;
  /** Opens all such lines, and closes them. */
  readonly showSteps: string;
  readonly foldSteps: string;
  readonly redacted: string;
  readonly notSent: string;

  // Feed, run and connection.
  readonly feedLabel: string;
  readonly capability: string;
  readonly stop: string;
  readonly stopping: string;
  readonly retryNow: string;
  readonly outcome: Readonly<Record<RunOutcome, string>>;
  /** Something failed, and the server did not say why. */
  readonly noReason: string;
  readonly showFailed: (n: number) => string;
  /** While a part of the display is on its way. */
  readonly loading: string;
  readonly reconnecting: string;
  readonly reconnectingIn: (duration: string) => string;
  readonly connectionLost: string;
  /** The browser says that there is no network; the next attempt waits for it. */
  readonly offline: string;
  readonly fault: Readonly<Record<string, string>>;
  readonly noteLevel: Readonly<Record<'info' | 'warning' | 'error', string>>;

  // Announcements: boundaries only.
  readonly announceStarted: string;
  readonly announceApproval: (what: string) => string;
  /** A request that waited was replaced by another one. */
  readonly announceChanged: (what: string) => string;
  /** Assertive: an approval is about to expire. */
  readonly announceExpiring: (what: string, duration: string) => string;
  readonly announceFinished: (n: number) => string;
  readonly announceFailed: (n: number) => string;
}

/** Words inside of cards: approvals, plans, values. In the CDN build they come with the cards. */
export interface CardMessages {
  readonly input: string;
  readonly output: string;
  readonly noInput: string;
  readonly noOutput: string;
  readonly emptyText: string;
  readonly emptyList: string;
  readonly emptyObject: string;
  readonly resultElsewhere: string;

  // Values.
  readonly viewAsJson: string;
  readonly viewAsTree: string;
  readonly viewAsText: string;
  /** The file of a viewer could not be loaded; the value follows as text. */
  readonly viewLost: string;
  readonly search: string;
  readonly noMatches: string;
  readonly previousMatch: string;
  readonly nextMatch: string;
  readonly copyPath: string;
  readonly copyValue: string;
  readonly items: (n: number, formatted: string) => string;
  readonly fields: (n: number, formatted: string) => string;
  readonly rows: (n: number, formatted: string) => string;
  readonly showMore: string;
  readonly hiddenColumns: (n: number) => string;
  readonly sideBySide: string;
  readonly before: string;
  readonly after: string;
  readonly lineAdded: string;
  readonly lineRemoved: string;
  readonly unchangedLines: (n: number, formatted: string) => string;
  readonly noDifferences: string;
  /** The two texts have so little in common that they stand one after the other. */
  readonly notCompared: string;
  readonly query: (n: string) => string;
  readonly error: string;
  readonly image: string;
  readonly file: string;
  readonly imageNotAllowed: string;
  readonly imageLost: string;
  /** Arguments that are still coming. */
  readonly beingWritten: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly download: string;
  readonly hiddenRest: (size: string, total: string) => string;
  readonly showAll: string;
  readonly truncatedDepth: string;

  // Approvals.
  readonly approve: string;
  readonly reject: string;
  /** "Approve: create event". The interface's own word comes first, the act from the tool key second. */
  readonly approveAct: (act: string) => string;
  readonly wantsTo: string;
  readonly agentSays: string;
  readonly toolKey: string;
  readonly whatWillBeWritten: string;
  readonly reasonLabel: string;
  readonly reasonOptional: string;
  readonly addReason: string;
  readonly cancelReason: string;
  readonly risk: (level: string) => string;
  readonly riskLevel: Readonly<Record<string, string>>;
  readonly needsAnswer: string;
  readonly sending: string;
  readonly handedOver: string;
  readonly approved: string;
  readonly rejected: string;
  readonly expired: string;
  readonly cancelled: string;
  readonly answeredElsewhere: string;
  readonly decidedBy: (who: string) => string;
  readonly expiresIn: (duration: string) => string;
  /** The deadline has passed here; the server has not said so yet. */
  readonly timeUp: string;
  readonly yourAnswer: (word: string) => string;
  /** Arguments that do not fit into their box; a number of lines. */
  readonly moreBelow: (lines: string) => string;
  readonly allRead: string;
  readonly readFirst: string;
  readonly requestChanged: string;
  readonly editArguments: string;
  readonly editLabel: string;
  readonly editHint: string;
  readonly editInvalid: string;
  readonly resetEdit: string;
  readonly editFormLabel: string;
  readonly edited: string;
  /** The two sides of a change, for who does not see which is struck out. */
  readonly changeBefore: string;
  readonly changeAfter: string;
  readonly fieldOptional: string;
  /** How a list is typed. */
  readonly fieldLines: string;
  /** What is wrong with a field of a form; a limit where there is one. */
  readonly fieldProblem: Readonly<
    Record<
      'required' | 'type' | 'number' | 'integer' | 'minimum' | 'maximum' | 'above' | 'below' | 'step' | 'shortest' | 'longest' | 'fewest' | 'most' | 'format' | 'choice' | 'json' | 'hidden',
      (limit: string) => string
    >
  >;
  readonly unknownOption: string;
  readonly optionKind: Readonly<Record<string, string>>;
  /** The word of an answer that is given in words, and what is said when there are none. */
  readonly reply: string;
  readonly replyMissing: string;
  /** Before a second press: the browser cannot tell that the controls could be seen. */
  readonly confirmUnseen: string;
  /** The answer is kept until the other questions are answered too. */
  readonly collected: string;
  readonly reviewAll: (n: number) => string;
  readonly reviewHeading: (n: number) => string;
  /** "All" does not answer this one: its answers are not a plain yes or no. */
  readonly reviewAlone: string;
  readonly reviewChanged: string;
  readonly approveAll: (n: number) => string;
  readonly rejectAll: (n: number) => string;
  readonly confirmWrites: (n: number) => string;
  readonly approveNow: (n: number) => string;

  // Plan.
  readonly plannedChanges: string;
  readonly plannedCount: (n: number) => string;
  readonly stepPlanned: string;
  /** What a planned write does, from the tool key. `other` is for keys that do not tell. */
  readonly verb: Readonly<Record<'create' | 'move' | 'change' | 'delete' | 'other', string>>;
}

/**
 * Every word of the interface. A member is a sentence, or a function where a sentence needs a number, a name or a
 * plural. Names that come from a model or a server are never part of these: elements add them as isolated text.
 */
export interface Messages extends FeedMessages, CardMessages {}
