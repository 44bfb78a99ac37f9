import type { TerminalHistory } from '../history.js';
import type { HistoryState } from '../stage.js';

/** How long a problem is shown, in milliseconds: long enough to read two lines. */
const TOLD_FOR_MS = 6000;

/**
 * Says at the terminal's lower edge that there is new output below what is being read, and leads there, or
 * says why the history cannot be read. Returns a function that removes it.
 */
export function showHistoryState(parent: HTMLElement, history: TerminalHistory, onReturn: () => void): () => void {
  const pill = document.createElement('button');
  pill.type = 'button';
  pill.className = 'practice-new-output';
  pill.textContent = 'New output ↓';
  pill.hidden = true;
  pill.addEventListener('click', () => {
    history.close();
    onReturn();
  });
  const problem = document.createElement('p');
  problem.className = 'practice-history-problem';
  problem.setAttribute('role', 'status');
  parent.append(pill, problem);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (state: HistoryState) => {
    pill.hidden = !(state.open && state.newOutput);
    if (state.problem === undefined) return;
    clearTimeout(timer);
    const words = `The lines above cannot be read. ${state.problem}`;
    // Said once, however often the wheel is turned.
    if (problem.textContent !== words) problem.textContent = words;
    timer = setTimeout(() => problem.replaceChildren(), TOLD_FOR_MS);
  };
  const stop = history.changes.on(show);
  return () => {
    stop();
    clearTimeout(timer);
    pill.remove();
    problem.remove();
  };
}
