import { AFTER_PAINT } from './in-page.js';

const TIMEOUT_MS = 20_000;

/**
 * Prepares for a click on Practice, as text that runs inside the page. Its result resolves with the milliseconds from
 * the click's own time stamp until a frame was painted in which a line of the terminal matches. It looks once a frame,
 * before the terminal itself draws, so a frame more is waited for: what is told is never less than what is seen.
 * Rejects after 20 s.
 */
export const PROMPT_SHOWN = (prompt: RegExp): string => `(() => {
  const shown = () => {
    const terminal = document.querySelector('[data-practice-terminal]')?.practiceTerminal?.terminal;
    if (terminal === undefined) return false;
    const { active } = terminal.buffer;
    for (let row = 0; row < terminal.rows; row++) {
      if (${prompt}.test(active.getLine(active.baseY + row)?.translateToString(true) ?? '')) return true;
    }
    return false;
  };
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  window.promptShown = new Promise((resolve, reject) => {
    addEventListener('click', async ({ timeStamp }) => {
      while (!shown()) {
        if (performance.now() - timeStamp > ${TIMEOUT_MS}) return reject(new Error('The prompt was never shown'));
        await nextFrame();
      }
      await nextFrame();
      resolve((await ${AFTER_PAINT}()) - timeStamp);
    }, { once: true, capture: true });
  });
})()`;
