import { history } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { balloons } from '../balloons/balloons.js';
import { failures } from '../failures/failures.js';
import { hints } from '../marks/hints.js';
import { marks } from '../marks/marks.js';
import { belowLines } from '../pointing/below-lines.js';
import { signs } from '../pointing/gutter.js';
import { lineColours } from '../pointing/line-colours.js';
import { lineBreaks } from '../text/line-breaks.js';
import { structure } from './structure.js';
import { syntaxColours } from './syntax.js';

/** What shows code anywhere: in tabs, conflicts and differences. */
export const codeExtensions: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  bracketMatching(),
  syntaxColours,
  structure,
];

/** What makes it an editor. */
export const editingExtensions: Extension = [
  history(),
  lineBreaks,
  dropCursor(),
  indentOnInput(),
  rectangularSelection(),
  crosshairCursor(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
];

/** What others point at. */
export const pointingExtensions: Extension = [
  [marks.field, failures.field, balloons.field],
  signs,
  lineColours,
  belowLines,
  hints,
];
