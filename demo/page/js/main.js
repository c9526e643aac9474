import { listScripts } from './api.js';
import { Conversation } from './conversation.js';
import { showDay } from './day.js';
import { byId, scrollBehavior } from './dom.js';
import { connectEmbed, showEmbed } from './embed.js';
import { connectLooks } from './looks.js';
import { notice } from './notice.js';
import { placePrompts, showPrompts, warnBusy } from './prompts.js';
import { connectSettings, onSetting } from './settings.js';
import { StateLine } from './state-line.js';
import { WirePane } from './wire-pane.js';
import { applyWords, Say } from './words.js';

const root = document.documentElement;
const buttons = { cut: byId('cut'), reload: byId('reload'), fresh: byId('fresh') };
const says = new Say(byId('strip-says'));
let scripts = [];
let followed;

applyWords();
showDay();
connectSettings();
connectLooks();
connectEmbed();

const wire = new WirePane();
const conversation = new Conversation((event) => (event === 'turns' ? onTurns() : onStatus()));
const state = new StateLine(() => conversation.showEnd());

function onTurns() {
  const { newest } = conversation;
  const begun = newest !== undefined;
  byId('welcome').hidden = begun;
  placePrompts(begun);
  showEmbed(newest?.run);
  says.set();
  if (newest?.run.runId !== followed) {
    followed = newest?.run.runId;
    wire.follow(newest?.run.events);
  }
  onStatus();
}

function onStatus() {
  const { newest, turns } = conversation;
  state.set(newest?.status ?? 'idle');
  warnBusy(turns.some((turn) => turn.open));
  buttons.cut.disabled = newest?.open !== true;
  buttons.reload.disabled = newest === undefined;
  buttons.fresh.hidden = newest === undefined;
}

buttons.cut.addEventListener('click', async () => {
  if (await conversation.cut()) says.set('said.cut');
});
buttons.reload.addEventListener('click', () => {
  conversation.reload();
  says.set('said.reload');
});
buttons.fresh.addEventListener('click', async () => {
  await conversation.clear();
  byId('assistant').focus({ preventScroll: true });
});

onSetting((name) => {
  if (name !== 'lang') return;
  applyWords();
  showDay();
  showPrompts(scripts, (script) => void conversation.ask(script));
  state.again();
  says.again();
});

// The hash belongs to the conversation, so links inside the page jump by script.
for (const link of document.querySelectorAll('[data-jump]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const target = byId(link.getAttribute('href').slice(1));
    target.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
    target.focus({ preventScroll: true });
  });
}

async function loadScripts() {
  try {
    scripts = await listScripts();
    showPrompts(scripts, (script) => void conversation.ask(script));
  } catch {
    notice('notice.unreachable', { action: 'notice.retry', run: () => void loadScripts() });
  }
}

function watchBundle() {
  const missing = () => notice('notice.bundle');
  if (root.dataset.bundle === 'missing') missing();
  else document.querySelector('[data-bundle]').addEventListener('error', missing);
}

showEmbed();
watchBundle();
await loadScripts();
await conversation.restore();
