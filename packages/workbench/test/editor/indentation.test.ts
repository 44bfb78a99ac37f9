import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { indentationOf } from '../../src/editor/text/indentation.js';

it.each([
  ['spaces', 'if x:\n  y\n', '  '],
  ['tabs', 'if x:\n\ty\n', '\t'],
  ['a comment with stars above code of four spaces', '/**\n   * Says.\n */\nif (x) {\n    y();\n}\n', '    '],
  ['eight spaces', 'if x:\n        y\n', ' '.repeat(8)],
  ['nothing but an alignment', 'call(a,\n         b)\n', '    '],
  ['no indentation', 'a\nb\n', '    '],
])('one step in a file with %s is that of the file', (_what, text, step) => {
  expect(indentationOf(Text.of(text.split('\n')))).toBe(step);
});
