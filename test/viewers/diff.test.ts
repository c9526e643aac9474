import { expect, waitUntil } from '@open-wc/testing';
import * as fc from 'fast-check';
import { en } from '../../src/locales/en.js';
import { compare, filesOf } from '../../src/viewers/diff/lines.js';
import { button, expectAccessible, part, parts, press, textOf, view, type ValueHost } from './kit.js';

const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'const x = 1;', 'end'].join('\n');
const after = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'const x = 2;', 'new', 'end'].join('\n');
const git = `diff --git a/src/x.ts b/src/x.ts
index 1..2 100644
--- a/src/x.ts
+++ b/src/x.ts
@@ -10,3 +10,3 @@ function f() {
 one
-two
+2
 three
diff --git a/y.txt b/y.txt
--- /dev/null
+++ b/y.txt
@@ -0,0 +1 @@
+--- not a head
`;

const lines = (host: ValueHost): string[] => parts(host, 'diff-line').map((line) => textOf(line));

describe('the diff viewer', () => {
  it('passes axe, unified and side by side', async () => {
    const host = await view({ path: 'src/x.ts', oldText: before, newText: after, replaceAll: false }, 'diff');
    await expectAccessible(host);
    await press(host, en.sideBySide);
    await expectAccessible(host);
  });

  it('shows what changed with a few lines around it, by sign, word and element', async () => {
    const host = await view({ path: 'src/x.ts', oldText: before, newText: after }, 'diff');
    expect(textOf(part(host, 'diff-name'))).to.equal('src/x.ts');
    expect(textOf(part(host, 'diff-gap'))).to.equal('5 unchanged lines');
    expect(lines(host)).to.deep.equal(['66 f', '77 g', '88 h', '9−Removed: const x = 1;', '9+Added: const x = 2;', '10+Added: new', '1011 end']);
    expect(host.renderRoot.querySelector('del')?.textContent).to.equal('const x = 1;');
    expect(textOf(host.renderRoot.querySelector('.diff-count'))).to.equal('Added: +2 Removed: −1');
  });

  it('marks what differs within a line', async () => {
    const host = await view({ path: 'x', oldText: 'const x = 1;', newText: 'const x = 2;' }, 'diff');
    expect([...host.renderRoot.querySelectorAll('.changed')].map((each) => each.textContent)).to.deep.equal(['1', '2']);
  });

  it('stands side by side where asked to', async () => {
    const host = await view({ path: 'x', oldText: before, newText: after }, 'diff');
    expect(button(host, en.sideBySide)!.getAttribute('aria-pressed')).to.equal('false');
    await press(host, en.sideBySide);
    const pairs = [...host.renderRoot.querySelectorAll('.pair')].map((pair) => [...pair.children].map((side) => textOf(side)));
    expect(pairs).to.deep.equal([
      ['6 f', '6 f'],
      ['7 g', '7 g'],
      ['8 h', '8 h'],
      ['9−Removed: const x = 1;', '9+Added: const x = 2;'],
      ['', '10+Added: new'],
      ['10 end', '11 end'],
    ]);
  });

  it('reads patches of several files', async () => {
    const host = await view(git, 'diff');
    expect(parts(host, 'diff-name').map((each) => textOf(each))).to.deep.equal(['src/x.ts', 'y.txt']);
    expect(lines(host)).to.deep.equal(['1010 one', '11−Removed: two', '11+Added: 2', '1212 three', '1+Added: --- not a head']);
    expect(textOf(part(host, 'diff-gap'))).to.equal('9 unchanged lines');
  });

  it('shows a patch that cannot be read as it is', async () => {
    const broken = '--- a\n+++ b\n@@ -1,9 +1,9 @@\n-a\n+b\nnonsense';
    const host = await view(broken, 'diff');
    for (const line of broken.split('\n')) expect(part(host, 'diff-view')!.textContent).to.contain(line);
  });

  it('shows the first lines of many, and more on demand; the focus stays', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `line ${n}`).join('\n');
    const host = await view({ path: 'x', oldText: '', newText: many }, 'diff');
    expect(lines(host)).to.have.length(400);
    button(host, en.showMore)!.focus();
    await press(host, en.showMore);
    expect(lines(host)).to.have.length(800);
    expect(host.shadowRoot!.activeElement).to.equal(button(host, en.showMore));
    await press(host, en.showMore);
    expect(lines(host)).to.have.length(1000);
    await waitUntil(() => host.shadowRoot!.activeElement === part(host, 'diff'), 'the focus');
  });

  it('says when there is no difference', async () => {
    const host = await view({ path: 'x', oldText: 'a\nb', newText: 'a\nb' }, 'diff');
    expect(textOf(part(host, 'diff-view'))).to.contain(en.noDifferences);
  });

  it('shows the other fields too', async () => {
    const host = await view({ path: 'x', old_string: 'a', new_string: 'b', replace_all: true }, 'diff');
    expect(textOf(part(host, 'field'))).to.equal('replace_all true');
  });

  it('gives both texts back, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '\uD800', 'long line'), { maxLength: 60 }).map((each) => each.join('\n'));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const { hunks } = compare(left, right);
        const all = hunks.flatMap((hunk) => hunk.lines);
        for (const [side, sign] of [['before', 'removed'], ['after', 'added']] as const) {
          const source = (side === 'before' ? left : right).split('\n');
          for (const line of all) if (line[side] !== undefined) expect(line.text).to.equal(source[line[side] - 1]);
          const changed = all.filter((line) => line.sign === sign).length;
          const same = source.length - changed - (source.at(-1) === '' ? 1 : 0);
          expect(same).to.be.at.least(0);
        }
      }),
    );
  });

  it('looks for what is common only as long as that is a little work', () => {
    const left = Array.from({ length: 30_000 }, (_, n) => `l${n}`);
    const right = Array.from({ length: 30_000 }, (_, n) => `r${n}`);
    const far = compare(left.join('\n'), right.join('\n'));
    expect(far.whole).to.equal(true);
    expect([far.removed, far.added]).to.deep.equal([30_000, 30_000]);
    const near = compare(left.join('\n'), left.with(15_000, 'changed').join('\n'));
    expect([near.removed, near.added, near.hunks.length, near.whole]).to.deep.equal([1, 1, 1, undefined]);
  });

  it('never throws on a patch', () => {
    const piece = fc.constantFrom('--- a', '+++ b', '@@ -1,2 +1,2 @@', '@@ -0,0 +1 @@', '+x', '-y', ' z', '\\ No newline at end of file', 'diff --git a/x b/x', 'rename from \u2028', 'Index: \r', '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const patch = `@@ -1 +1 @@\n${pieces.join('\n')}`;
        expect(filesOf({ patch, rest: [] }).length).to.be.at.least(1);
      }),
    );
  });
});
