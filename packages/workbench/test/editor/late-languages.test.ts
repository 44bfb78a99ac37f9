// @vitest-environment happy-dom
import { setImmediate as handled } from 'node:timers/promises';
import { json, jsonLanguage } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { type LanguageSupport, language } from '@codemirror/language';
import { beforeEach, expect, it, vi } from 'vitest';
import { editorHarness } from '../support/editor-harness.js';

const load = vi.hoisted(() => vi.fn());
vi.mock('../../src/editor/languages/languages.js', () => ({ loadLanguage: load }));

function arrival() {
  let arrive: (language: LanguageSupport) => void = () => {};
  const promise = new Promise<LanguageSupport>((resolve) => {
    arrive = resolve;
  });
  return { promise, arrive: (language: LanguageSupport) => arrive(language) };
}

beforeEach(() => {
  load.mockReset();
});

it('a language whose part of the page does not arrive is told, and tried again the next time', async () => {
  const onLanguageFailure = vi.fn();
  using harness = editorHarness({ onLanguageFailure });
  const error = new Error('the site is gone');
  load.mockRejectedValue(error);
  harness.editor.show('a.py', 'x = 1', { language: 'python' });
  await vi.waitFor(
    () => expect(onLanguageFailure).toHaveBeenCalledWith({ path: 'a.py', language: 'python', error }),
    15_000,
  );
  expect(harness.editor.textOf('a.py')).toBe('x = 1');
  load.mockResolvedValue(undefined);
  harness.editor.show('a.py', 'x = 1', { language: 'python' });
  expect(load).toHaveBeenCalledTimes(2);
});

it('a language that arrives after the file was given another one is not shown', async () => {
  using harness = editorHarness();
  const late = arrival();
  load.mockImplementation((id: string) => (id === 'python' ? late.promise : Promise.resolve(json())));
  harness.editor.show('a', '{}', { language: 'python' });
  harness.editor.show('a', '{}', { language: 'json' });
  const shown = () => harness.view().state.facet(language);
  await vi.waitFor(() => expect(shown()).toBe(jsonLanguage), 15_000);
  late.arrive(python());
  await handled();
  expect(shown()).toBe(jsonLanguage);
});

it('a language that arrives after the end troubles nobody', async () => {
  const onLanguageFailure = vi.fn();
  const harness = editorHarness({ onLanguageFailure });
  const late = arrival();
  load.mockReturnValue(late.promise);
  harness.editor.show('a', 'x', { language: 'python' });
  harness[Symbol.dispose]();
  late.arrive(python());
  await handled();
  expect(onLanguageFailure).not.toHaveBeenCalled();
});
