import type { LitElement } from 'lit';

/**
 * After the render that a press leads to, which `work` may go before: if the button went with it, the focus goes to what
 * the press was for, never to the body.
 */
export async function keepFocus(host: LitElement, pressed: Element, within: string, target: string, work?: Promise<void>): Promise<void> {
  const place = pressed.closest(within);
  await work;
  await host.updateComplete;
  if (!pressed.isConnected) place?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
}
