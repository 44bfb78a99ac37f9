import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { accessTo } from '../access/access.js';
import { leaveByEscape } from '../access/leave-by-escape.js';
import { languageOfFile } from '../languages/shown-language.js';
import { codeExtensions } from '../look/extensions.js';
import { DEFAULT_LOOK, schemeOf } from '../look/look.js';
import type { ReadText } from '../text/line-breaks.js';
import { Comparison } from './comparison.js';
import type { ComparisonLook, Labels } from './conflict-types.js';

const NEXT_DIFFERENCE = 'F7 goes to the next difference.';

/** A text that is only read takes no letters, and is reached by Tab all the same. */
const readable: Extension = [EditorView.editable.of(false), EditorView.contentAttributes.of({ tabindex: '0' })];

interface ComparedTexts {
  readonly before: ReadText;
  readonly after: ReadText;
  readonly labels: Labels;
  readonly editable: boolean;
}

export function compare(parent: HTMLElement, texts: ComparedTexts, look: ComparisonLook): Comparison {
  const { before, after, labels, editable } = texts;
  const nameOf = (label: string) => ({ name: `${label}, ${look.path}`, hint: NEXT_DIFFERENCE });
  const shared = [codeExtensions, languageOfFile.of([]), schemeOf(look.colourScheme ?? DEFAULT_LOOK.colourScheme)];
  return new Comparison(parent, {
    before: before.doc,
    after: after.doc,
    editable,
    // Who decides between two texts sees both in full.
    collapsed: !editable,
    language: look.language ?? 'plaintext',
    onLanguageFailure: look.onLanguageFailure ?? (() => {}),
    extensionsBefore: [shared, keys(false), accessTo({ ...nameOf(labels.before), readOnly: true }), readable],
    extensionsAfter: [
      ...[shared, keys(editable), accessTo({ ...nameOf(labels.after), readOnly: !editable })],
      editable ? [] : readable,
    ],
  });
}

function keys(editable: boolean): Extension {
  const moves = [{ key: 'F7', run: goToNextChunk, shift: goToPreviousChunk, preventDefault: true }];
  const edit = editable ? [history(), keymap.of([...historyKeymap, indentWithTab])] : [];
  return [keymap.of([...moves, ...defaultKeymap, ...searchKeymap]), leaveByEscape, search({ top: true }), edit];
}
