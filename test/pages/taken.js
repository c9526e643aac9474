customElements.define('tool-card', class extends HTMLElement {});
