// @vitest-environment happy-dom
import { redo, undo } from '@codemirror/commands';
import { describe, expect, it } from 'vitest';
import { editorHarness } from '../support/editor-harness.js';

describe('tabs of an editor', () => {
  it('keep the text, history and selection of each file while another one is shown', () => {
    using harness = editorHarness();
    const { editor, view, type } = harness;
    editor.show('a.ts', 'one\ntwo\n');
    editor.reveal('a.ts', { line: 2, column: 2 }, { select: true });
    type('X');
    editor.show('b.ts', 'other');
    type('Y');
    editor.switchTo('a.ts');
    expect(editor.textOf('a.ts')).toBe('one\ntXwo\n');
    expect(editor.cursorOf('a.ts')).toEqual({ line: 2, column: 3 });
    expect(view().state.doc.toString()).toBe('one\ntXwo\n');
    undo(view());
    expect(editor.textOf('a.ts')).toBe('one\ntwo\n');
    expect(editor.textOf('b.ts')).toBe('Yother');
    editor.switchTo('b.ts');
    expect(redo(view())).toBe(false);
    undo(view());
    expect(editor.textOf('b.ts')).toBe('other');
  });

  it('show nothing once the file shown is closed, and forget it', () => {
    using harness = editorHarness();
    const { editor, parent } = harness;
    editor.show('a.ts', 'one');
    editor.show('b.ts', 'two');
    editor.close('b.ts');
    expect(editor.shown).toBeUndefined();
    expect(parent.querySelector<HTMLElement>('.wb-editor')?.hidden).toBe(true);
    expect(editor.textOf('b.ts')).toBeUndefined();
    editor.switchTo('a.ts');
    expect(parent.querySelector<HTMLElement>('.wb-editor')?.hidden).toBe(false);
    editor.show('b.ts', 'new');
    expect(editor.textOf('b.ts')).toBe('new');
  });

  it('keep what the student wrote when an open file is shown again', () => {
    using harness = editorHarness();
    const { editor, type } = harness;
    editor.show('a.ts', 'one');
    type('my ');
    editor.show('a.ts', 'one');
    expect(editor.textOf('a.ts')).toBe('my one');
    expect(editor.isDirty('a.ts')).toBe(true);
  });

  it('do nothing for files that are not open, nor after the end', () => {
    const harness = editorHarness();
    const { editor, parent } = harness;
    editor.switchTo('none');
    editor.close('none');
    editor.replaceText('none', 'x');
    editor.markSaved('none', 'x');
    expect(editor.reveal('none', { line: 1 })).toBe(false);
    expect([editor.textOf('none'), editor.cursorOf('none'), editor.isDirty('none')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    expect(editor.selectionsOf('none')).toEqual([]);
    editor.show('a.ts', 'one');
    harness[Symbol.dispose]();
    editor.dispose();
    editor.show('a.ts', 'one');
    editor.setMarks('a.ts', []);
    editor.setOptions({ fontSize: 20 });
    editor.focus();
    editor.openSearch();
    expect(editor.isOpen('a.ts')).toBe(false);
    expect(parent.childElementCount).toBe(0);
  });

  it('names each file to a screen reader and says how to leave it', () => {
    using harness = editorHarness();
    const { editor, view } = harness;
    editor.show('src/a.ts', 'one');
    const content = view().contentDOM;
    expect(content.getAttribute('aria-label')).toBe('src/a.ts, editor');
    expect(content.getAttribute('aria-description')).toContain('press Escape, then Tab');
    expect(content.getAttribute('aria-readonly')).toBeNull();
    editor.show('src/a.ts', 'one', { readOnly: true });
    expect(content.getAttribute('aria-readonly')).toBe('true');
    expect(content.getAttribute('aria-description')).toMatch(/^Read only/);
    expect(harness.press('Tab')).toBe(false);
    expect(editor.textOf('src/a.ts')).toBe('one');
  });

  it('Tab puts in the indentation of the file, and leaves the editor after Escape', () => {
    using harness = editorHarness();
    const { editor, press } = harness;
    editor.show('two.py', 'if x:\n  y\n');
    expect(press('Tab')).toBe(true);
    expect(editor.textOf('two.py')).toBe('  if x:\n  y\n');
    editor.show('tabs.go', 'if x {\n\ty\n}\n');
    expect(press('Tab')).toBe(true);
    expect(editor.textOf('tabs.go')).toBe('\tif x {\n\ty\n}\n');
    editor.reveal('tabs.go', { line: 1, endLine: 2 }, { select: true });
    press('Escape', { keyCode: 27 } as KeyboardEventInit);
    expect(press('Tab', { keyCode: 9 } as KeyboardEventInit)).toBe(false);
    expect(editor.textOf('tabs.go')).toBe('\tif x {\n\ty\n}\n');
  });
});

describe('the look of an editor', () => {
  it('is that of every file, also of those that are not shown', () => {
    using harness = editorHarness({ colourScheme: 'dark', fontSize: 18 });
    const { editor, parent, view } = harness;
    const element = parent.querySelector<HTMLElement>('.wb-editor');
    editor.show('a.ts', 'one');
    editor.show('b.ts', 'two');
    expect(element?.dataset.scheme).toBe('dark');
    expect(element?.style.getPropertyValue('--wb-code-font-size')).toBe('18px');
    editor.setOptions({ tabSize: 8, lineWrapping: true, colourScheme: 'light' });
    expect(element?.dataset.scheme).toBe('light');
    expect(element?.style.getPropertyValue('--wb-code-font-size')).toBe('18px');
    editor.switchTo('a.ts');
    expect(view().state.tabSize).toBe(8);
    expect(view().lineWrapping).toBe(true);
    editor.show('c.ts', 'three');
    expect(view().state.tabSize).toBe(8);
  });
});
