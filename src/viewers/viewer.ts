import type { CSSResult, LitElement, TemplateResult } from 'lit';
import type { Messages } from '../locales/messages.js';

/** How a value may be shown. `fields` are rows with names, `text` is the head or all of it as text. */
export type ViewName = 'fields' | 'text' | 'error' | 'table' | 'tree' | 'diff' | 'sql' | 'media';

/** What a page allows and wants for the values of a card. */
export interface ViewChoice {
  /** What the sender calls it: `table`, `sql`, … Only a hint: the value has to fit. */
  readonly hint?: string | undefined;
  /** Origins of which images are loaded; `self` is the page's own, `data:` what comes within the value. */
  readonly origins?: readonly string[] | undefined;
  /** Told when the file of a viewer cannot be loaded. */
  readonly onError?: ((cause: unknown) => void) | undefined;
}

/** What a viewer shows. The value fits it: that was asked of its `match/` module before. */
export interface ViewRequest {
  readonly value: unknown;
  /** The heading of the value, for names of what has to have one. */
  readonly label: string;
  readonly messages: Messages;
  readonly origins: readonly string[];
}

/** Shows values of one kind, inside of a host that it renders when its own small state changes. Another value starts again. */
export interface Viewer {
  render(request: ViewRequest): TemplateResult;
}

export interface ViewerType {
  readonly styles: CSSResult;
  new (host: LitElement): Viewer;
}
