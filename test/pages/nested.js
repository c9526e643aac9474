// A host component that is defined before ours and lays out a card two shadow roots below the activity.
customElements.define(
  'my-layout',
  class extends HTMLElement {
    connectedCallback() {
      const outer = this.attachShadow({ mode: 'open' });
      const inner = document.createElement('div');
      outer.append(inner);
      const root = inner.attachShadow({ mode: 'open' });
      const card = document.createElement('tool-card');
      card.setAttribute('call-id', 'c1');
      root.append(card);
      this.card = card;
    }
  },
);
