import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { redactSecrets } from '../../src/activity/redact.js';

const HIDDEN = '•••';
/** Made up; put together here, so that no scanner of sources takes one for a real one. */
const letters = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGh';
const jwt = `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(3, 30)}.${letters.slice(0, 30)}`;
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n${letters}\n-----END RSA PRIVATE KEY-----`;

/** Values with a secret in them, what must not be shown of each, and what is shown instead where that matters. */
const secrets: readonly (readonly [value: unknown, secret: string, shown?: unknown])[] = [
  [{ password: 'hunter2' }, 'hunter2', { password: HIDDEN }],
  [{ user: 'ada', Password: 'hunter2' }, 'hunter2', { user: 'ada', Password: HIDDEN }],
  [{ passwd: 'hunter2' }, 'hunter2'],
  [{ DB_PASSWORD: 'hunter2' }, 'hunter2'],
  [{ 'smtp.password': 'hunter2' }, 'hunter2'],
  [{ passphrase: 'correct horse' }, 'correct horse'],
  [{ secret: 's3cr3t' }, 's3cr3t'],
  [{ client_secret: 's3cr3t' }, 's3cr3t'],
  [{ clientSecret: 's3cr3t' }, 's3cr3t'],
  [{ apiKey: 'abc-123' }, 'abc-123'],
  [{ api_key: 'abc-123' }, 'abc-123'],
  [{ 'X-API-Key': 'abc-123' }, 'abc-123'],
  [{ openai_api_key: 'abc-123' }, 'abc-123'],
  [{ accessToken: 'abc-123' }, 'abc-123'],
  [{ access_token: 'abc-123' }, 'abc-123'],
  [{ refresh_token: 'abc-123' }, 'abc-123'],
  [{ token: 'abcdef-123456' }, 'abcdef-123456'],
  [{ csrfToken: 'abc-123' }, 'abc-123'],
  [{ Authorization: 'Digest username="ada"' }, 'ada'],
  [{ headers: { authorization: 'whatever it is' } }, 'whatever', { headers: { authorization: HIDDEN } }],
  [{ 'Proxy-Authorization': 'x y' }, 'x y'],
  [{ cookie: 'sid=31d4d96e407aad42' }, '31d4d96e407aad42'],
  [{ 'Set-Cookie': ['sid=31d4d96e', 'theme=dark; Secure'] }, '31d4d96e', { 'Set-Cookie': [HIDDEN, HIDDEN] }],
  [{ private_key: 'MIIEow' }, 'MIIEow'],
  [{ credentials: { user: 'ada', key: 'k1' } }, 'k1', { credentials: { user: HIDDEN, key: HIDDEN } }],
  [{ otp: 123456 }, '123456', { otp: HIDDEN }],
  [{ card: { cvv: 123 } }, '123'],
  [{ sessionId: '31d4d96e' }, '31d4d96e'],
  [{ jwt: 'x.y.z' }, 'x.y.z'],
  [{ connectionString: 'Server=db;Uid=sa' }, 'Server=db'],
  [[{ name: 'Authorization', value: 'x y' }], 'x y', [{ name: 'Authorization', value: HIDDEN }]],
  [[{ key: 'API_KEY', value: 'abc-123' }], 'abc-123'],
  [{ env: [{ variable: 'DB_PASSWORD', value: 'hunter2' }] }, 'hunter2'],
  [`Bearer ${letters.slice(0, 20)}`, letters.slice(0, 20), `Bearer ${HIDDEN}`],
  [`curl -H "Authorization: Bearer ${letters.slice(0, 20)}" https://x.test`, letters.slice(0, 20)],
  ['Authorization: Basic YWRhOmh1bnRlcjI=', 'YWRhOmh1bnRlcjI='],
  ['GET / HTTP/1.1\nCookie: sid=31d4d96e\nAccept: */*', '31d4d96e', `GET / HTTP/1.1\nCookie: ${HIDDEN}\nAccept: */*`],
  [jwt, jwt.slice(-20), HIDDEN],
  [{ note: `the token is ${jwt}.` }, jwt.slice(5, 20)],
  [pem, letters, HIDDEN],
  [{ file: `# key\n${pem}\n# end` }, letters, { file: `# key\n${HIDDEN}\n# end` }],
  [`-----BEGIN OPENSSH PRIVATE KEY-----\n${letters}`, letters, HIDDEN],
  ['postgres://ada:hunter2@db.test:5432/x', 'hunter2', `postgres://ada:${HIDDEN}@db.test:5432/x`],
  ['https://:hunter2@x.test/', 'hunter2'],
  ['https://x.test/?a=1&access_token=abc123&b=2', 'abc123', `https://x.test/?a=1&access_token=${HIDDEN}&b=2`],
  ['https://x.test/?api_key=abc123', 'abc123'],
  ['https://x.test/o?X-Amz-Signature=abc123&x=1', 'abc123'],
  ['https://x.test/#id_token=abc123', 'abc123'],
  ['DB_PASSWORD=hunter2 node app.js', 'hunter2', `DB_PASSWORD=${HIDDEN} node app.js`],
  ['export OPENAI_API_KEY="abc-123"', 'abc-123'],
  ['{"user":"ada","password":"hunter2"}', 'hunter2', `{"user":"ada","password":"${HIDDEN}"}`],
  ["{'client_secret': 'abc'}", "'abc'"],
  ['mysql --password=hunter2 -u root', 'hunter2'],
  ['tool --token abc123 run', 'abc123'],
  [`sk-${letters.slice(0, 30)}`, letters.slice(0, 30), HIDDEN],
  [`sk-proj-${letters.slice(0, 30)}`, letters.slice(0, 30)],
  [`sk-ant-${letters.slice(0, 30)}`, letters.slice(0, 30)],
  [`sk_live_${letters.slice(0, 24)}`, letters.slice(0, 24)],
  [`ghp_${letters.slice(0, 36)}`, letters.slice(0, 36)],
  [`github_pat_${letters.slice(0, 30)}`, letters.slice(0, 30)],
  [`glpat-${letters.slice(0, 20)}`, letters.slice(0, 20)],
  [`xoxb-${letters.slice(0, 20)}`, letters.slice(0, 20)],
  ['AKIA' + 'ABCDEFGHIJKLMNOP', 'ABCDEFGHIJKLMNOP'],
  [`AIza${letters.slice(0, 35)}`, letters.slice(0, 35)],
  [`npm_${letters.slice(0, 36)}`, letters.slice(0, 36)],
  [`hf_${letters.slice(0, 34)}`, letters.slice(0, 34)],
  [`SG.${letters.slice(0, 22)}.${letters.slice(0, 40)}`, letters.slice(0, 22)],
];

/** What looks a little like a secret and is none. */
const ordinary: readonly unknown[] = [
  { max_tokens: 4096 },
  { usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 } },
  { nextPageToken: 'CAUQAA' },
  { page_token: 'CAUQAA' },
  { continuationToken: 'abc' },
  { sync_token: 'abc' },
  { stop_token: '</s>' },
  { token: 'Hello', logprob: -0.1 },
  { token: 42 },
  { tokenizer: 'cl100k' },
  { tokens: ['a', 'b'] },
  { hasPassword: true },
  { password: null },
  { password: '' },
  { requirePassword: 'never' },
  { passwordless: 'yes' },
  { secretary: 'Ada' },
  { author: 'Ada' },
  { authorised: true },
  { keyboard: 'tr-q' },
  { key: 'calendar.create' },
  { publicKey: 'ssh-ed25519 AAAAC3' },
  { acceptCookies: 'all' },
  { pin: 'map pin' },
  { CallSid: 'CA123' },
  { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  { commit: '1c050dfaa1b2c3d4e5f60718293a4b5c6d7e8f90' },
  { url: 'https://x.test/path?q=password+reset&page=2' },
  { url: 'https://x.test:8080/a@b' },
  { email: 'ada@x.test' },
  { image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' },
  'Please enter your password',
  'Password: at least 8 characters',
  'The secret of success is work',
  'basic training, bearer of news',
  'Basic plan: 10 seats',
  'the token ring network',
  'Toplantı 10:00, Kadıköy',
  'const token = await getToken();',
  'ask-me-anything-about-the-weather-in-ankara',
  'task-sk-1',
  'risk-assessment-of-the-new-building-site',
  'a=b&c=d',
  'mailto:ada@x.test',
  '12:30 @ the office',
  'SELECT * FROM secrets WHERE id = 1',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
  ['password', 'token', 'secret'],
  [{ name: 'Accept', value: 'text/plain' }],
  0,
  false,
  null,
  undefined,
  '',
];

describe('redactSecrets (E13)', () => {
  for (const [value, secret, shown] of secrets) {
    const name = JSON.stringify(value).slice(0, 60);
    it(`hides ${name}`, () => {
      const safe = redactSecrets(value);
      expect(JSON.stringify(safe)).to.not.contain(JSON.stringify(secret).slice(1, -1));
      expect(JSON.stringify(safe)).to.contain(HIDDEN);
      if (shown !== undefined) expect(safe).to.deep.equal(shown);
    });
  }

  for (const value of ordinary) {
    it(`leaves ${JSON.stringify(value ?? 'undefined').slice(0, 60)}`, () => {
      expect(redactSecrets(value)).to.equal(value);
    });
  }

  it('does not change what it was given', () => {
    const value = Object.freeze({ password: 'hunter2', list: Object.freeze([Object.freeze({ token: 'abcdef-123456' })]) });
    redactSecrets(value);
    expect(value).to.deep.equal({ password: 'hunter2', list: [{ token: 'abcdef-123456' }] });
  });

  it('finds a secret at 10,000 levels, and closes circles', () => {
    let deep: Record<string, unknown> = { password: 'hunter2' };
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    let found = redactSecrets(deep) as Record<string, unknown>;
    while ('deep' in found) found = found['deep'] as Record<string, unknown>;
    expect(found).to.deep.equal({ password: HIDDEN });

    const circle: Record<string, unknown> = { password: 'hunter2' };
    circle['self'] = circle;
    const safe = redactSecrets(circle) as Record<string, unknown>;
    expect(safe['self']).to.equal(safe);
    expect(safe['password']).to.equal(HIDDEN);
  });

  it('takes `__proto__` for a key, a getter that throws for nothing, and dates for themselves', () => {
    const value = JSON.parse('{"__proto__":{"password":"hunter2"},"a":1}') as object;
    const safe = redactSecrets(value) as object;
    expect(Object.getPrototypeOf(safe)).to.equal(Object.prototype);
    expect(JSON.stringify(safe)).to.equal('{"__proto__":{"password":"•••"},"a":1}');

    const date = new Date(0);
    const odd = { date, get broken(): never { throw new Error('no'); }, secret: 'x' };
    expect(redactSecrets(odd)).to.deep.equal({ date, broken: undefined, secret: HIDDEN });
  });

  it('property: what holds no secret is returned by identity, and a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactSecrets(value);
        expect(JSON.stringify(redactSecrets(once))).to.equal(JSON.stringify(once));
        if (!JSON.stringify(once).includes(HIDDEN)) expect(once).to.equal(value);
      }),
    );
  });

  it('property: a planted secret is nowhere in the result, however deep it lies', () => {
    const names = fc.constantFrom('password', 'apiKey', 'client_secret', 'Authorization', 'DB_PASSWORD');
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string(), { maxLength: 8 }), names, (rest, path, name) => {
        const secret = 'planted-7d1f';
        let value: unknown = { rest, [name]: secret };
        for (const key of path) value = key.length % 2 === 0 ? [value] : { [key]: value };
        expect(JSON.stringify(redactSecrets(value))).to.not.contain(secret);
      }),
    );
  });
});
