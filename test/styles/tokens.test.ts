import { expect } from '@open-wc/testing';
import { tokens } from '../../src/styles/tokens.js';

type Colour = readonly [number, number, number];
type Scheme = 'light' | 'dark';

const pairs = new Map(
  [...tokens.cssText.matchAll(/--_([\w-]+): var\([^,]+, light-dark\((#\w{6}), (#\w{6})\)\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: parse(light!), dark: parse(dark!) },
  ]),
);

function parse(hex: string): Colour {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
}

function colour(name: string, scheme: Scheme): Colour {
  const pair = pairs.get(name);
  if (pair === undefined) throw new Error(`no colour token --_${name}`);
  return pair[scheme];
}

/** `share` of the first over the second, as `color-mix(in srgb, …, transparent)` paints it. */
function over(top: Colour, ground: Colour, share: number): Colour {
  return top.map((value, at) => value * share + ground[at]! * (1 - share)) as unknown as Colour;
}

/** WCAG 2.2, relative luminance. */
function luminance(of: Colour): number {
  const [r, g, b] = of.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['surface', 'raised', 'ask-surface'];

/** What stands on what, and how much it needs. */
const needs: readonly (readonly [least: number, on: readonly string[], names: readonly string[]])[] = [
  [7, surfaces, ['text']],
  [4.5, surfaces, ['muted', 'accent', 'success', 'warning', 'danger', 'ask']],
  [4.5, ['button', 'danger'], ['button-text']],
  [3, surfaces, ['control', 'focus']],
  [3, ['surface', 'ask-surface'], ['ask-line']],
  // The bar's end is where two of its colours meet.
  [3, ['line-color'], ['accent']],
];

describe('the colour tokens', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`have contrast for text, controls and state, ${scheme}`, () => {
      const weak = needs.flatMap(([least, grounds, names]) =>
        grounds.flatMap((ground) =>
          names.flatMap((name) => {
            const ratio = contrast(colour(name, scheme), colour(ground, scheme));
            return ratio >= least ? [] : [`${name} on ${ground}: ${ratio.toFixed(2)}, needs ${String(least)}`];
          }),
        ),
      );
      expect(weak).to.deep.equal([]);
    });

    it(`have contrast on the chip of what deletes, ${scheme}`, () => {
      const danger = colour('danger', scheme);
      for (const ground of ['surface', 'raised']) {
        expect(contrast(danger, over(danger, colour(ground, scheme), 0.12)), ground).to.be.at.least(4.5);
      }
    });
  }

  it('come in pairs, one for each scheme', () => {
    expect(pairs.size).to.equal([...tokens.cssText.matchAll(/--chainabit-color-/g)].length);
  });
});
