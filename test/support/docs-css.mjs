/** The style sheets of the documents: what the browser understands of them, and the names they use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './docs-blocks.mjs';

/* global CSS, CSSStyleRule, CSSGroupingRule, CSSStyleSheet */
/** @import { Page } from 'puppeteer-core' */
/** @typedef {{ tagName?: string, cssParts?: { name: string }[], cssStates?: { name: string }[] }} Declaration */

const tokens = new Set(
  [...readFileSync(join(root, 'src/styles/tokens.ts'), 'utf8').matchAll(/var\((--chainabit-[a-z-]+)/gu)].map(([, name]) => name),
);

/** @type {Declaration[]} */
const declarations = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')).modules.flatMap(
  (/** @type {{ declarations: Declaration[] }} */ module) => module.declarations,
);

/** Public token names in a text, whatever its language, that no style of ours reads. @param {string} text */
export function unknownTokens(text) {
  return [...text.matchAll(/--chainabit-[a-z-]*[a-z]/gu)].map(([name]) => name).filter((name) => !tokens.has(name));
}

/**
 * Parts and states that the element before them does not have.
 * @param {string} css
 */
export function unknownHooks(css) {
  const used = [...css.matchAll(/(?<tag>[a-z]+-[a-z]+)(?<rest>(?:\[[^\]]*\]|:state\([^)]*\)|::part\([^)]*\))*)/gu)];
  return used.flatMap(({ groups = {} }) => {
    const declaration = declarations.find(({ tagName }) => tagName === groups['tag']);
    if (declaration === undefined) return [];
    return [...(groups['rest'] ?? '').matchAll(/:(?<kind>state|part)\((?<name>[^)]*)\)/gu)]
      .filter(({ groups: hook = {} }) => {
        const known = (hook['kind'] === 'part' ? declaration.cssParts : declaration.cssStates) ?? [];
        return !known.some(({ name }) => name === hook['name']);
      })
      .map(([hook]) => `${String(groups['tag'])}${hook}`);
  });
}

/**
 * What a browser drops of a style sheet: rules and declarations that it does not understand.
 * @param {Page} page
 * @param {string} css
 * @returns {Promise<string[]>}
 */
export function dropped(page, css) {
  return page.evaluate((/** @type {string} */ text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    /** @type {string[]} */
    const lost = [];
    let count = 0;
    /** @param {CSSRuleList} rules */
    const walk = (rules) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) count += 1;
        if (rule instanceof CSSGroupingRule) walk(rule.cssRules);
      }
    };
    walk(sheet.cssRules);
    const plain = text.replaceAll(/\/\*[\s\S]*?\*\//gu, '');
    const written = [...plain.matchAll(/(?:^|[{};])\s*([^{};@]+)\{/gu)].length;
    if (written !== count) lost.push(`${String(written)} rules written, ${String(count)} understood`);
    for (const [, name = '', value = ''] of plain.matchAll(/(?:^|[{;])\s*(-{0,2}[a-z][\w-]*)\s*:\s*([^;{}]+)(?=;)/gu)) {
      if (!name.startsWith('--') && !CSS.supports(name, value.trim())) lost.push(`${name}: ${value.trim()}`);
    }
    return lost;
  }, css);
}
