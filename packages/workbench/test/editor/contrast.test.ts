import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MARK_STYLES } from '../../src/editor/marks/mark-styles.js';
import { type Colour, contrast, over, parseColour } from '../support/contrast.js';

const sheet = readFileSync(new URL('../../src/styles/editor.css', import.meta.url), 'utf8');
/** WCAG 2.2, 1.4.3: contrast of text that is not large. */
const AA = 4.5;

/** The properties that the first rule with a selector sets. */
function properties(selector: string): Map<string, string> {
  const rule = sheet.slice(sheet.indexOf(`\n${selector} {`));
  const body = rule.slice(rule.indexOf('{') + 1, rule.indexOf('}'));
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

const light = properties('.wb-editor');
const schemes = { light, dark: new Map([...light, ...properties('.wb-editor[data-scheme="dark"]')]) };

describe.each(Object.entries(schemes))('the %s colours', (_name, scheme) => {
  const colour = (name: string) => parseColour(scheme.get(name) ?? `${name} is missing`);
  const tint = Number.parseFloat(scheme.get('--wb-mark-tint') ?? '') / 100;
  const background = colour('--wb-code-bg');
  const texts = [...scheme.keys()].filter((name) => name.startsWith('--wb-syntax-') || name === '--wb-code-text');
  const bases: Record<string, Colour> = {
    text: background,
    selection: colour('--wb-code-selection'),
    match: colour('--wb-code-match'),
  };
  const marked = MARK_STYLES.flatMap((style) =>
    Object.entries(bases).map(([name, base]) => {
      return [`${name} marked as ${style}`, over({ ...colour(`--wb-mark-${style}`), alpha: tint }, base)] as const;
    }),
  );
  const active = Object.entries(bases).map(([name, base]) => {
    return [`${name} in the line of the cursor`, over(colour('--wb-code-active-line'), base)] as const;
  });

  it('of syntax can be read on every background', () => {
    expect(texts.length).toBeGreaterThan(12);
    for (const text of texts) {
      for (const [name, base] of [...Object.entries(bases), ...active, ...marked]) {
        expect(contrast(colour(text), base), `${text} on ${name}`).toBeGreaterThanOrEqual(AA);
      }
    }
  });

  it.each(MARK_STYLES)('of the sign and balloon for “%s” can be read', (style) => {
    expect(contrast(colour('--wb-mark-on'), colour(`--wb-mark-${style}`))).toBeGreaterThanOrEqual(AA);
  });

  it('of everything around the code can be read', () => {
    for (const text of ['--wb-code-text', '--wb-code-muted']) {
      for (const base of ['--wb-code-bg', '--wb-code-surface']) {
        expect(contrast(colour(text), colour(base)), `${text} on ${base}`).toBeGreaterThanOrEqual(AA);
      }
    }
    expect(contrast(colour('--wb-code-on-accent'), colour('--wb-code-accent'))).toBeGreaterThanOrEqual(AA);
  });

  it('that the dark ones change are all there', () => {
    const themed = [...light.keys()].filter((name) => !name.endsWith('-font'));
    expect([...properties('.wb-editor[data-scheme="dark"]').keys()].sort()).toEqual(themed.sort());
  });
});

it('every property that the editor or its style sheet uses is set', () => {
  const source = readFileSync(new URL('../../src/editor/look/syntax.ts', import.meta.url), 'utf8');
  const syntax = [...source.matchAll(/^ {2}(\w+): \{ tags/gm)].map(([, name]) => `--wb-syntax-${name}`);
  const used = [...sheet.matchAll(/var\((--wb-[\w-]+)/g)].map(([, name = '']) => name);
  expect(syntax.length).toBeGreaterThan(12);
  const missing = [...syntax, ...used].filter(
    (name) => !light.has(name) && name !== '--wb-mark' && name !== '--wb-code-font-size',
  );
  expect(missing).toEqual([]);
});
