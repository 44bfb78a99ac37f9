import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Prose } from '../../src/react/parts/Prose.js';

it.each([
  ['Run `node --test` now', 'Run <code>node --test</code> now'],
  ['a lone ` stays', 'a lone ` stays'],
  ['`<b>` is text', '<code>&lt;b&gt;</code> is text'],
])('[exercises 3 hints] %s', (text, markup) => {
  expect(renderToStaticMarkup(createElement(Prose, { text }))).toBe(markup);
});
