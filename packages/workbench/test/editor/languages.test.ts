// @vitest-environment happy-dom
import { LRLanguage, language, StreamLanguage } from '@codemirror/language';
import { describe, expect, it, vi } from 'vitest';
import { LANGUAGE_IDS, loadLanguage } from '../../src/editor/languages/languages.js';
import { COLOURED_UP_TO_LENGTH, COLOURED_UP_TO_LINE_LENGTH } from '../../src/editor/languages/shown-language.js';
import { loadEditor } from '../../src/editor/load.js';
import { editorHarness } from '../support/editor-harness.js';

const ASKED_FOR =
  'javascript typescript jsx tsx python html css json markdown java c cpp rust go sql yaml shell toml dockerfile ruby plaintext';

function languageOf({ view }: ReturnType<typeof editorHarness>): string | undefined {
  const shown = view().state.facet(language);
  return shown instanceof LRLanguage || shown instanceof StreamLanguage ? shown.name : undefined;
}

describe('languages', () => {
  it('are those that a course needs', () => {
    expect([...LANGUAGE_IDS].sort()).toEqual(ASKED_FOR.split(' ').sort());
  });

  it.each(ASKED_FOR.split(' ').filter((id) => id !== 'plaintext'))('%s has colours', async (id) => {
    using harness = editorHarness();
    harness.editor.show('a', 'text', { language: id });
    await vi.waitFor(() => expect(harness.view().state.facet(language)).not.toBeNull(), 15_000);
  });

  it.each(['plaintext', 'klingon', ''])('“%s” is plain text', async (id) => {
    expect(await loadLanguage(id)).toBeUndefined();
  });

  it('colour the text by properties of the style sheet', async () => {
    using harness = editorHarness();
    harness.editor.show('a.py', 'def f(): pass', { language: 'python' });
    await vi.waitFor(() => expect(harness.parent.querySelector('.cm-line span')?.textContent).toBe('def'), 15_000);
    const sheets = [...document.querySelectorAll('style'), ...document.adoptedStyleSheets].map((sheet) =>
      'textContent' in sheet ? sheet.textContent : [...sheet.cssRules].map(({ cssText }) => cssText).join('\n'),
    );
    expect(sheets.join('\n')).toContain('--wb-syntax-keyword');
  });

  it('arrive at the file that asked for them, shown or not, and in its last language', async () => {
    using harness = editorHarness();
    const { editor } = harness;
    editor.show('a', 'x = 1', { language: 'python' });
    editor.show('a', 'x = 1', { language: 'json' });
    editor.show('b', 'plain');
    await vi.waitFor(() => {
      editor.switchTo('a');
      expect(languageOf(harness)).toBe('json');
    }, 15_000);
    editor.switchTo('b');
    expect(languageOf(harness)).toBeUndefined();
  });

  it('leave a text alone that is too long, or has a line that nobody reads', async () => {
    using harness = editorHarness();
    const { editor } = harness;
    editor.show('wide', 'x'.repeat(COLOURED_UP_TO_LINE_LENGTH + 1), { language: 'json' });
    editor.show('long', 'x\n'.repeat(COLOURED_UP_TO_LENGTH / 2 + 1), { language: 'json' });
    editor.show('short', '{}', { language: 'json' });
    await vi.waitFor(() => expect(languageOf(harness)).toBe('json'), 15_000);
    editor.switchTo('long');
    expect(languageOf(harness)).toBeUndefined();
    editor.switchTo('wide');
    expect(languageOf(harness)).toBeUndefined();
    editor.replaceText('wide', '{}');
    await vi.waitFor(() => expect(languageOf(harness)).toBe('json'), 15_000);
  });
});

describe('the part of the page with the editor', () => {
  it('is loaded once', async () => {
    const module = await loadEditor();
    expect(await loadEditor()).toBe(module);
    expect(Object.keys(module).sort()).toEqual(
      ['EDITOR_KEYS', 'LANGUAGE_IDS', 'MARK_STYLES', 'createEditor', 'openConflict', 'openDiff'].sort(),
    );
  });
});
