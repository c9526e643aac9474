import { expect, waitUntil } from '@open-wc/testing';
import { en } from '../../src/locales/en.js';
import { allowedImage } from '../../src/viewers/media/allowed.js';
import { expectAccessible, part, parts, textOf, view } from './kit.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const remote = 'https://images.example/cat.png';

describe('the media viewer', () => {
  it('passes axe', async () => {
    const items = [{ type: 'image', url: `data:image/png;base64,${PIXEL}`, alt: 'A dot' }, { type: 'image', url: remote, name: 'cat.png', size: 12_345 }, { type: 'file', url: 'https://a.example/r.pdf' }];
    await expectAccessible(await view(items, 'media', { origins: ['data:'] }));
  });

  it('loads no image by default, and says so', async () => {
    for (const value of [{ type: 'image', url: remote, name: 'cat.png', size: 12_345, width: 640, height: 480 }, { type: 'image', data: PIXEL, mimeType: 'image/png' }]) {
      const host = await view(value, 'media');
      expect(host.renderRoot.querySelector('img')).to.equal(null);
      expect(textOf(part(host, 'media-caption'))).to.contain(en.imageNotAllowed);
    }
    const host = await view({ type: 'image', url: remote, name: 'cat.png', size: 12_345, width: 640, height: 480 }, 'media');
    expect(textOf(part(host, 'media-caption'))).to.contain('cat.png').and.to.contain('640 × 480').and.to.contain('12 kB');
    expect(host.renderRoot.querySelector('a')?.href).to.equal(remote);
  });

  it('loads an image from an origin that the page allows, with alt text and size', async () => {
    const host = await view({ type: 'image', data: PIXEL, mimeType: 'image/png', alt: 'A dot', width: 40, height: 30 }, 'media', { origins: ['data:'] });
    const image = host.renderRoot.querySelector('img')!;
    expect(image.alt).to.equal('A dot');
    expect([image.getAttribute('width'), image.getAttribute('height')]).to.deep.equal(['40', '30']);
    expect(image.referrerPolicy).to.equal('no-referrer');
    expect(textOf(part(host, 'media-caption'))).to.contain('A dot').and.not.to.contain(en.imageNotAllowed);
  });

  it('says when an allowed image cannot be loaded', async () => {
    const host = await view({ type: 'image', url: `${location.origin}/gone.png`, alt: 'Gone' }, 'media', { origins: ['self'] });
    host.renderRoot.querySelector('img')?.scrollIntoView();
    await waitUntil(() => textOf(part(host, 'media-caption')).includes(en.imageLost), 'words');
    expect(host.renderRoot.querySelector('img')).to.equal(null);
  });

  it('shows the texts among the images, and the fields beside them', async () => {
    const value = { content: [{ type: 'text', text: 'See https://a.example/' }, { type: 'image', data: PIXEL, mimeType: 'image/png' }], isError: false };
    const host = await view(value, 'media');
    expect(parts(host, 'media')).to.have.length(1);
    expect(host.renderRoot.querySelector('.text a')?.getAttribute('href')).to.equal('https://a.example/');
    expect(textOf(part(host, 'field'))).to.equal('isError false');
  });

  it('tells the size of what comes within the value', async () => {
    const data = PIXEL.repeat(2000).replace(/=/gu, 'A');
    const host = await view({ type: 'image', data, mimeType: 'image/png' }, 'media');
    expect(textOf(part(host, 'media-facts'))).to.match(/^image\/png · 1\d\d kB$/u);
  });
});

describe('what images may be loaded (E11)', () => {
  const origins = ['https://images.example', 'http://local.example:8080/', 'self', 'data:', 'nonsense', 'javascript:', 'https:'];
  const allowed = [
    remote,
    'HTTPS://IMAGES.EXAMPLE/x',
    'http://local.example:8080/a.png',
    `${location.origin}/a.png`,
    `data:image/png;base64,${PIXEL}`,
    'data:image/webp;base64,AAAA',
  ];
  const refused = [
    'https://images.example.evil.example/x.png',
    'https://evil.example/https://images.example/x.png',
    'http://images.example/cat.png',
    'https://images.example:444/cat.png',
    'https://images.example@evil.example/cat.png',
    'https://user@images.example/cat.png',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:text/html;base64,AAAA',
    'data:image/png,raw',
    'javascript:alert(1)',
    'blob:https://images.example/1',
    '/a.png',
    '//images.example/a.png',
    '',
  ];
  for (const url of allowed) it(`allows ${url.slice(0, 60)}`, () => { expect(allowedImage(url, origins)).to.be.a('string'); });
  for (const url of refused) it(`refuses ${url}`, () => { expect(allowedImage(url, origins)).to.equal(undefined); });
  for (const url of [...allowed, ...refused]) it(`refuses ${url.slice(0, 60)} by default`, () => { expect(allowedImage(url, [])).to.equal(undefined); });
});
