import type { ActivityEvent } from '../../activity/event.js';
import { trim } from '../shared/bounded.js';
import { MessageText } from '../shared/message-text.js';
import { compact } from '../shared/values.js';

/** Artifacts and questions of one task that are remembered. */
const LIMIT = 1024;

/** What one task has said so far. A message without a task is a run of its own. */
export class TaskRun {
  id?: string;
  contextId: string | undefined;
  over = false;
  readonly text = new MessageText();
  /** The approval that the task waits for. */
  asked: string | undefined;
  #announced = false;
  #card: string | undefined;
  readonly #values = new Map<string, readonly unknown[]>();
  readonly #questions = new Map<string, number>();

  /** The card of the task, which stays where an id is told late. */
  get callId(): string {
    return (this.#card ??= this.id ?? 'task');
  }

  /** Opens the run with whatever is heard of it first. */
  announce(at: number | undefined): readonly ActivityEvent[] {
    if (this.#announced) return [];
    this.#announced = true;
    return [{ type: 'run.start', ...compact({ runId: this.id, at }) }];
  }

  /** Values of an artifact; whether those of the task are others now. */
  keep(artifactId: string, values: readonly unknown[], append: boolean): boolean {
    const before = this.#values.get(artifactId) ?? [];
    if (values.length === 0 && (append || before.length === 0)) return false;
    this.#values.set(artifactId, append ? [...before, ...values] : values);
    trim(this.#values, LIMIT);
    return true;
  }

  /** All values, one alone as itself. By key, since any value may be one. */
  get output(): { readonly output?: unknown } {
    const values = [...this.#values.values()].flat();
    if (values.length === 0) return {};
    return { output: values.length === 1 ? values[0] : values };
  }

  /** A question's id. One that is asked again after it was answered is another one. */
  ask(id: string): string {
    const times = (this.#questions.get(id) ?? 0) + 1;
    this.#questions.set(id, times);
    trim(this.#questions, LIMIT);
    this.asked = times === 1 ? id : `${id} (${String(times)})`;
    return this.asked;
  }

  /** The task goes on: whatever it asked was answered, as far as anybody says. */
  goOn(): readonly ActivityEvent[] {
    const approvalId = this.asked;
    this.asked = undefined;
    return approvalId === undefined ? [] : [{ type: 'approval.response', approvalId, decision: 'accepted', assumed: true }];
  }
}
