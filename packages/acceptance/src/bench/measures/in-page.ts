/** What runs inside the page, as text: this package knows no DOM. Each is an expression that makes a function. */

const TERMINAL = `document.querySelector('[data-practice-terminal]').practiceTerminal.terminal`;

/** Resolves right after the current frame was painted: a message queued in it comes after the paint. */
export const AFTER_PAINT = `(() => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(performance.now()); };
  port2.postMessage(0);
}))`;

/**
 * Prepares for the next key. Its result resolves with the milliseconds from the key's own time
 * stamp until a frame in which the terminal's cursor has moved was painted.
 */
export const NEXT_KEY_PAINTED = `(() => {
  const terminal = ${TERMINAL};
  const from = terminal.buffer.active.cursorX;
  window.nextKeyPainted = new Promise((resolve) => {
    terminal.textarea.addEventListener('keydown', ({ timeStamp }) => {
      const rendering = terminal.onRender(() => {
        if (terminal.buffer.active.cursorX === from) return;
        rendering.dispose();
        void ${AFTER_PAINT}().then((paintedAt) => resolve(paintedAt - timeStamp));
      });
    }, { once: true, capture: true });
  });
})()`;

/** The size of the terminal, as `cols` and `rows`. */
export const GRID_OF_TERMINAL = `(({ cols, rows }) => ({ cols, rows }))(${TERMINAL})`;

/** What `shownAfterKey` resolves with, in milliseconds. */
export interface Shown {
  readonly timeMs: number;
  readonly longestTaskMs: number;
}

/**
 * Prepares for a key. Its result resolves once a line of the screen begins with the text, with
 * the milliseconds since the key and the longest task of the main thread meanwhile; the browser
 * reports none below 50 ms, which counts as 0.
 */
export function shownAfterKey(text: string): string {
  return `(() => {
    const terminal = ${TERMINAL};
    const shown = () => {
      const { active } = terminal.buffer;
      for (let row = 0; row < terminal.rows; row++) {
        if (active.getLine(active.baseY + row)?.translateToString(true).startsWith(${JSON.stringify(text)})) return true;
      }
      return false;
    };
    let longestTaskMs = 0;
    const note = (list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    };
    const observer = new PerformanceObserver(note);
    observer.observe({ type: 'longtask' });
    window.shown = new Promise((resolve) => {
      terminal.textarea.addEventListener('keydown', ({ timeStamp }) => {
        const rendering = terminal.onRender(() => {
          if (!shown()) return;
          rendering.dispose();
          void ${AFTER_PAINT}().then((paintedAt) => {
            note({ getEntries: () => observer.takeRecords() });
            observer.disconnect();
            resolve({ timeMs: paintedAt - timeStamp, longestTaskMs });
          });
        });
      }, { once: true, capture: true });
    });
  })()`;
}

/** True once the terminal shows this prompt. */
export function showsPrompt(prompt: string): string {
  return `(() => {
    const terminal = document.querySelector('[data-practice-terminal]')?.practiceTerminal?.terminal;
    const line = terminal?.buffer.active.getLine(terminal.buffer.active.baseY + terminal.buffer.active.cursorY);
    return line?.translateToString(true).startsWith(${JSON.stringify(prompt)}) ?? false;
  })()`;
}
