import { EditorView } from '@codemirror/view';

/** Where things are; their colours are in the style sheet. */
export const structure = EditorView.baseTheme({
  '&': { height: '100%', fontSize: 'var(--wb-code-font-size)' },
  '.cm-scroller': { fontFamily: 'var(--wb-code-font)', lineHeight: '1.5', overflow: 'auto' },
  '.wb-signs .cm-gutterElement': { display: 'flex', alignItems: 'center', justifyContent: 'center', width: '1.5em' },
  '.wb-failure, .wb-balloon': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', boxSizing: 'border-box' },
});
