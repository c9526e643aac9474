/** A8, A9 and A10: what makes a press an answer. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.js';
import type { Approval } from '../../src/activity/state.js';
import { observeSight, type SightObserver } from '../../src/elements/approval-card/occlusion.js';
import { all, arm, click, decisions, dentist, find, focused, get, press, standAlone, TestCard, text } from '../support/approval-kit.js';

/** A card whose browser says what the test says. */
class SightedCard extends TestCard {
  say: (visible: boolean) => void = () => undefined;
  watched: Element[] = [];

  protected override observeSight(tell?: (visible: boolean) => void): SightObserver {
    this.watched = [];
    // The base class asks while it is being made, before this class's own fields are.
    queueMicrotask(() => (this.say = tell ?? this.say));
    return { observe: (target) => this.watched.push(target), disconnect: () => (this.watched.length = 0) };
  }
}
customElements.define('sighted-approval-card', SightedCard);

/** A card that the real browser looks at. */
class WatchedCard extends TestCard {
  seen: boolean | undefined;

  protected override observeSight(tell?: (visible: boolean) => void): SightObserver | undefined {
    return observeSight((visible) => {
      tell?.(visible);
      this.seen = visible;
      this.dispatchEvent(new Event('seen'));
    });
  }
}
customElements.define('watched-approval-card', WatchedCard);

async function sighted(approval: Approval = dentist): Promise<SightedCard> {
  const box = await fixture<HTMLElement>(html`<div style="inline-size: 340px"><sighted-approval-card .approval=${approval}></sighted-approval-card></div>`);
  const card = box.querySelector<SightedCard>('sighted-approval-card')!;
  await arm(card);
  return card;
}

describe('A8 to A10 the press', () => {
  it('A8 a press under which the card appears is none, by whichever pointer', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    card.approval = undefined;
    await card.updateComplete;
    card.approval = { ...dentist, approvalId: 'ap_2' };
    await card.updateComplete;
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
  });

  it('A9 opacity 0 and visibility hidden: never armed', async () => {
    for (const style of ['opacity: 0', 'visibility: hidden', 'opacity: 0; position: fixed; inset: 0']) {
      const card = await standAlone();
      const seen = decisions(card);
      card.parentElement!.style.cssText += style;
      await arm(card);
      await click(get(card, 'approve'));
      expect(seen, style).to.have.length(0);
      card.parentElement!.remove();
    }
  });

  it('A9 what the browser has seen for 500 ms is armed; what it has not is asked about once more', async () => {
    const card = await sighted();
    const seen = decisions(card);
    expect(card.watched).to.deep.equal([get(card, 'controls')]);
    await click(get(card, 'approve'));
    expect(seen, 'nothing was said yet').to.have.length(0);
    card.say(true);
    card.time += 499;
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
    expect(find(card, 'confirm')).to.equal(null);
    card.time += 1;
    await click(get(card, 'approve'));
    expect(seen).to.have.length(1);
  });

  it('A9 covered: a press leads to a second one, which waits as well; Back and rejecting are free', async () => {
    const card = await sighted();
    const seen = decisions(card);
    card.say(false);
    await click(get(card, 'approve'));
    await card.updateComplete;
    expect(seen).to.have.length(0);
    expect(text(get(card, 'confirm'))).to.contain('may have covered this card');
    expect(focused(card)).to.equal(get(card, 'confirm'));
    expect(all(card, 'answer').map(text)).to.deep.equal(['Approve: create event']);
    await expect(card).to.be.accessible();
    await click(get(card, 'approve'));
    expect(seen, 'too early').to.have.length(0);
    await arm(card);
    card.say(false);
    await click(get(card, 'approve'));
    expect(seen.map(({ decision }) => decision)).to.deep.equal(['approve']);

    const back = await sighted();
    const backSeen = decisions(back);
    back.say(false);
    await click(get(back, 'approve'));
    await back.updateComplete;
    await click(get(back, 'back'));
    await back.updateComplete;
    await arm(back);
    back.say(false);
    await click(get(back, 'reject'));
    expect(backSeen.map(({ decision }) => decision)).to.deep.equal(['reject']);
  });

  it('A9 a browser that says nothing does not lock a person out; a key has no place on the screen', async () => {
    const silent = await sighted();
    silent.time += 1000;
    await click(get(silent, 'approve'));
    await silent.updateComplete;
    expect(text(get(silent, 'confirm'))).to.contain('press once more');
    const keyed = await sighted();
    const seen = decisions(keyed);
    await press(get(keyed, 'approve'));
    expect(seen).to.have.length(1);
  });

  it('A9 another request is looked at anew', async () => {
    const card = await sighted();
    const seen = decisions(card);
    card.say(true);
    card.time += 1000;
    card.approval = { ...dentist, input: { title: 'Other' } };
    await card.updateComplete;
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
    card.say(true);
    card.time += 500;
    await click(get(card, 'approve'));
    expect(seen).to.have.length(1);
  });

  it('A9 a real browser that can tell sees the controls, and sees a cover over them', async function () {
    if (observeSight(() => undefined) === undefined) return this.skip();
    const box = await fixture<HTMLElement>(html`<div style="inline-size: 340px; position: relative"><watched-approval-card .approval=${dentist}></watched-approval-card></div>`);
    const card = box.querySelector<WatchedCard>('watched-approval-card')!;
    await arm(card);
    await until(card, true);
    const cover = document.createElement('div');
    cover.style.cssText = 'position: absolute; inset: 0; background: white; pointer-events: none';
    box.append(cover);
    await until(card, false);
    const seen = decisions(card);
    await arm(card);
    await click(get(card, 'approve'));
    await card.updateComplete;
    expect(seen).to.have.length(0);
    expect(text(get(card, 'confirm'))).to.contain('covered');
    cover.remove();
    await until(card, true);
  });

  it('A10 no event of a script is a press: click, keyboard, pointer, on any control', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    card.shortcuts = true;
    await card.updateComplete;
    for (const answer of all(card, 'answer')) {
      answer.click();
      for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click']) answer.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, detail: 1 }));
      for (const key of ['Enter', ' ', 'a', 'r']) answer.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    }
    expect(seen).to.have.length(0);
  });
});

/** Waits for the browser's word. */
async function until(card: WatchedCard, visible: boolean): Promise<void> {
  while (card.seen !== visible) await new Promise((resolve) => card.addEventListener('seen', resolve, { once: true }));
}
