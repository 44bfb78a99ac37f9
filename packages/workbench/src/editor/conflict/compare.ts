import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { ReadText } from '../documents/line-breaks.js';
import { HOW_TO_LEAVE, HOW_TO_LEAVE_READ_ONLY } from '../keys/editor-keys.js';
import { leaveByEscape } from '../keys/keymap.js';
import { languageOfFile } from '../languages/shown-language.js';
import { codeExtensions } from '../look/extensions.js';
import { DEFAULT_LOOK, darkTheme } from '../look/look.js';
import { Comparison } from './comparison.js';
import type { ComparisonLook, Labels } from './conflict-types.js';

const NEXT_DIFFERENCE = 'F7 goes to the next difference.';

interface ComparedTexts {
  readonly before: ReadText;
  readonly after: ReadText;
  readonly labels: Labels;
  readonly editable: boolean;
}

export function compare(parent: HTMLElement, texts: ComparedTexts, look: ComparisonLook): Comparison {
  const { before, after, labels, editable } = texts;
  const shared = [codeExtensions, languageOfFile.of([]), darkTheme(look.colourScheme ?? DEFAULT_LOOK.colourScheme)];
  return new Comparison(parent, {
    before: before.doc,
    after: after.doc,
    editable,
    // Who decides between two texts sees both in full.
    collapsed: !editable,
    language: look.language ?? 'plaintext',
    onLanguageFailure: look.onLanguageFailure ?? (() => {}),
    extensionsBefore: [shared, keys(false), access(`${labels.before}, ${look.path}`, false)],
    extensionsAfter: [shared, keys(editable), access(`${labels.after}, ${look.path}`, editable)],
  });
}

function keys(editable: boolean): Extension {
  const moves = [{ key: 'F7', run: goToNextChunk, shift: goToPreviousChunk, preventDefault: true }];
  const edit = editable ? [history(), keymap.of([...historyKeymap, indentWithTab])] : [];
  return [keymap.of([...moves, ...defaultKeymap, ...searchKeymap]), leaveByEscape, search({ top: true }), edit];
}

function access(label: string, editable: boolean): Extension {
  return [
    EditorState.readOnly.of(!editable),
    EditorView.contentAttributes.of({
      'aria-label': `${label}, editor`,
      'aria-description': `${editable ? HOW_TO_LEAVE : HOW_TO_LEAVE_READ_ONLY} ${NEXT_DIFFERENCE}`,
      ...(editable ? {} : { 'aria-readonly': 'true' }),
    }),
  ];
}
