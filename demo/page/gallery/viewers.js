import { h } from '../js/dom.js';
import { element } from './element.js';

const before = `export async function find(city) {
  const rows = await query(city);
  const open = rows.filter((row) => row.open);
  return open;
}
`;
const after = `export async function find(city, day) {
  const rows = await query(city);
  const open = rows.filter((row) => row.open && row.day === day);
  open.sort((a, b) => a.price - b.price);
  return open;
}
`;
/** A picture within the value: a gradient of 96 by 54 pixels. */
function picture() {
  const canvas = h('canvas', { width: 96, height: 54 });
  const context = canvas.getContext('2d');
  const gradient = context.createLinearGradient(0, 0, 96, 54);
  gradient.addColorStop(0, '#2757c9');
  gradient.addColorStop(1, '#f0b45c');
  context.fillStyle = gradient;
  context.fillRect(0, 0, 96, 54);
  return canvas.toDataURL('image/png').split(',')[1];
}

const hotels = [
  { hotel: 'Sea Garden', city: 'Izmir', price: 92.5, rating: 4.7, link: 'https://hotels.example/sea-garden' },
  { hotel: 'Old Mill', city: 'Bursa', price: 71, rating: 4.2, link: 'https://hotels.example/old-mill' },
  { hotel: 'Stone House', city: 'Mardin', price: 118, rating: 4.9, link: 'https://hotels.example/stone-house' },
  { hotel: 'Pier 12', city: 'Istanbul', price: 140, rating: 4.1, link: null },
  { hotel: 'Hill View', city: 'Ankara', price: 64, rating: 3.8, link: 'https://hotels.example/hill-view' },
];

const booking = {
  order: { id: 'A-1042', paid: true, total: 241.5, currency: 'EUR' },
  guests: [{ name: 'Ada', age: 36, notes: [] }, { name: 'Örs', age: 9, notes: ['needs a cot', 'no nuts'] }],
  cancelled: null,
  log: Array.from({ length: 240 }, (_, n) => ({ at: `2026-12-01T08:${String(n % 60).padStart(2, '0')}:00Z`, step: n })),
};

/** One value for each viewer, and what the gallery calls it. */
const cases = () => ({
  'table': hotels,
  'tree': booking,
  'diff': { path: 'src/find.ts', oldText: before, newText: after },
  'sql, one': "SELECT h.name, min(p.price) AS price\nFROM hotels h JOIN prices p USING (hotel_id)\nWHERE p.day = '2026-12-01' -- only that day\nGROUP BY h.name\nLIMIT 10;",
  'sql, several': { queries: ["SELECT name FROM hotels WHERE city = 'Izmir'", 'SELECT count(*) FROM bookings'], database: 'travel' },
  'image, allowed': { type: 'image', data: picture(), mimeType: 'image/png', alt: 'The bay in the evening', width: 96, height: 54 },
  'image, not allowed': { type: 'image', url: 'https://images.example/bay.png', name: 'bay.png', size: 245_300, width: 1600, height: 900 },
  'file': { type: 'file', name: 'invoice.pdf', url: 'https://files.example/invoice.pdf', size: 82_400, mimeType: 'application/pdf' },
  'error': { error: { code: 'rate_limited', message: 'Too many requests. See https://status.example for limits.', retryAfter: 30 } },
  'text with links': 'Two free mornings: https://calendar.example/d/1 and https://calendar.example/d/4. Questions: mailto:desk@example.com',
  'large': Array.from({ length: 4000 }, (_, n) => `line ${n}: nothing to report`).join('\n'),
});

export function everyViewer() {
  return Object.entries(cases()).map(([name, output]) => {
    const call = { callId: `v-${name}`, toolKey: 'travel.read', status: 'completed', input: { city: 'Izmir', day: '2026-12-01' }, output };
    return named(name, call);
  });
}

/** Arguments that are still being written. */
export function writing() {
  return named('arguments as they come', { callId: 'v-w', toolKey: 'mail.send', status: 'pending', inputText: '{"to":"desk@example.com","subject":"Room for two' });
}

function named(name, call) {
  return h('div', { class: 'case' }, h('code', {}, name), element('tool-card', { call, open: true, mediaOrigins: ['data:'] }));
}
