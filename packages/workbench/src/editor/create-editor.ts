import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { dismissed } from './balloons/balloons.js';
import { CodeEditor } from './code-editor.js';
import { Colours } from './documents/colours.js';
import { Tabs } from './documents/tabs.js';
import { Reporter } from './events/reporter.js';
import { editorKeys } from './keys/keymap.js';
import { EditorLook } from './look/editor-look.js';
import { codeExtensions, editingExtensions, pointingExtensions } from './look/extensions.js';
import { Pointed } from './pointing/pointed.js';
import type { EditorOptions } from './types.js';

/** An editor that fills an element. It shows nothing until `show`. Whoever creates it disposes of it. */
export function createEditor(parent: HTMLElement, options: EditorOptions = {}): CodeEditor {
  const announce = options.announce ?? (() => {});
  const element = parent.ownerDocument.createElement('div');
  element.className = 'wb-editor';
  parent.append(element);
  const reporter = new Reporter(options);
  const tabs = tabsOf(element, reporter);
  const look = new EditorLook(element, tabs, options);
  const pointed = new Pointed(tabs, announce);
  const colours = new Colours(tabs, options.onLanguageFailure ?? (() => {}));
  const shared = sharedExtensions({ tabs, pointed, reporter, options });
  return new CodeEditor({
    ...{ element, tabs, look, pointed, colours, reporter },
    extensions: () => [shared, look.extensions],
  });
}

function tabsOf(element: HTMLElement, reporter: Reporter): Tabs {
  const tabs: Tabs = new Tabs(element, (file, transaction) => {
    reporter.handleTransaction(file, transaction);
    if (tabs.active !== file || !(transaction.docChanged || transaction.selection !== undefined)) return;
    reporter.handleCursor(file);
    reporter.handleSelection(file, () => tabs.active);
  });
  return tabs;
}

interface Handled {
  readonly tabs: Tabs;
  readonly pointed: Pointed;
  readonly reporter: Reporter;
  readonly options: EditorOptions;
}

function sharedExtensions({ tabs, pointed, reporter, options }: Handled): Extension {
  const shown = () => tabs.active;
  const withPath = (handle: ((path: string) => void) | undefined) => {
    const path = tabs.active?.path;
    if (path !== undefined) handle?.(path);
  };
  const dismiss = (id: string) => (path: string) => {
    pointed.dismiss(path, id);
    options.onBalloonAction?.({ path, id, action: 'dismiss' });
  };
  return [
    editorKeys({ save: () => withPath(options.onSave), announce: options.announce ?? (() => {}) }),
    codeExtensions,
    editingExtensions,
    pointingExtensions,
    dismissed.of((id) => withPath(dismiss(id))),
    EditorView.domEventObservers({ scroll: (_event, view) => reporter.handleScroll(view, shown) }),
  ];
}
