import { type Command, EditorView } from '@codemirror/view';
import { balloons } from './balloons.js';

/** Puts the keyboard on the Dismiss button of the next balloon after the cursor, around the end of the file. */
export const goToNextBalloon: Command = (view) => {
  const next = nextBalloon(view);
  if (next === undefined) return false;
  view.dispatch({ selection: { anchor: next.from }, effects: EditorView.scrollIntoView(next.from, { y: 'center' }) });
  buttonOf(view, next.item.id)?.focus({ preventScroll: true });
  return true;
};

function nextBalloon({ state, dom }: EditorView) {
  const all = balloons.in(state).toSorted((one, other) => one.from - other.from);
  const focused = dom.ownerDocument.activeElement?.closest<HTMLElement>('[data-balloon]')?.dataset.balloon;
  const current = all.findIndex(({ item }) => item.id === focused);
  if (current !== -1) return all[(current + 1) % all.length];
  return all.find(({ to }) => to >= state.selection.main.head) ?? all[0];
}

function buttonOf(view: EditorView, id: string): HTMLButtonElement | null {
  const notes = [...view.contentDOM.querySelectorAll<HTMLElement>('[data-balloon]')];
  return notes.find(({ dataset }) => dataset.balloon === id)?.querySelector('button') ?? null;
}
