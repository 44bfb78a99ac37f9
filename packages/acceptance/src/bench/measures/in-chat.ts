/** What runs inside a page that shows a chat, as text: this package knows no DOM. */

const AFTER_PAINT = `(() => new Promise((resolve) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); resolve(performance.now()); };
    port2.postMessage(0);
  });
}))`;

const SCROLLER = `document.querySelector('.practice-chat-scroller')`;

/**
 * Watches the conversation for words that are times in milliseconds since the epoch. `window.tokenDelays` gets, for
 * each, how much later the frame that shows it was painted: a message queued in a frame comes after its paint.
 */
export const WATCH_TOKENS = `(() => {
  const delays = window.tokenDelays = [];
  const { port1, port2 } = new MessageChannel();
  let seen = 0;
  let hasChanged = false;
  port1.onmessage = () => {
    const paintedAt = performance.timeOrigin + performance.now();
    if (!hasChanged) return;
    hasChanged = false;
    const tokens = ${SCROLLER}.textContent.match(/\\d{13}\\.\\d/g) ?? [];
    for (const token of tokens.slice(seen)) delays.push(paintedAt - Number(token));
    seen = tokens.length;
  };
  const inFrame = () => {
    port2.postMessage(0);
    requestAnimationFrame(inFrame);
  };
  requestAnimationFrame(inFrame);
  new MutationObserver(() => {
    hasChanged = true;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

/** Resolves with the milliseconds from the next click until a frame was painted in which the conversation ends with this text. */
export function openedAfterClick(text: string): string {
  return `(() => {
    window.opened = new Promise((resolve) => {
      document.addEventListener('click', ({ timeStamp }) => {
        const look = () => {
          const entries = ${SCROLLER}?.textContent ?? '';
          if (!entries.includes(${JSON.stringify(text)})) return requestAnimationFrame(look);
          void ${AFTER_PAINT}().then((paintedAt) => resolve(paintedAt - timeStamp));
        };
        look();
      }, { once: true, capture: true });
    });
  })()`;
}

/** Scrolls through the conversation from its end for this long, as a wheel does, and resolves with the milliseconds of each frame. */
export function framesWhileScrolling(durationMs: number, stepPx: number): string {
  return `new Promise((resolve) => {
    const frames = [];
    const scroller = ${SCROLLER};
    let last;
    const begunAt = performance.now();
    const next = (now) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      scroller.scrollTop -= ${stepPx};
      if (now - begunAt < ${durationMs}) requestAnimationFrame(next);
      else resolve(frames);
    };
    requestAnimationFrame(next);
  })`;
}

/** Prepares for the next key in the field; its result resolves with the milliseconds until it was painted. */
export const NEXT_KEY_IN_FIELD = `(() => {
  window.nextKeyPainted = new Promise((resolve) => {
    document.activeElement.addEventListener('keydown', ({ timeStamp }) => {
      document.activeElement.addEventListener('input', () => {
        void ${AFTER_PAINT}().then((paintedAt) => resolve(paintedAt - timeStamp));
      }, { once: true });
    }, { once: true, capture: true });
  });
})()`;
