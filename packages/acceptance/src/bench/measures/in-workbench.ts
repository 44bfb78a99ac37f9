/** What runs inside the Workbench's page, as text: this package knows no DOM. Each is an expression. */

/** Milliseconds since 1970, right after the current frame was painted. */
const AFTER_PAINT = `(() => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(performance.timeOrigin + performance.now()); };
  port2.postMessage(0);
}))`;

/** Resolves when a frame in which a line is marked was painted, with the time since 1970 in milliseconds. */
export const MARKS_PAINTED = `(() => new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('.cm-line.wb-mark') === null) requestAnimationFrame(look);
    else void ${AFTER_PAINT}().then(resolve);
  };
  requestAnimationFrame(look);
}))()`;

/** Counts frames that came late, from here until \`lateFrames()\` is called: those that took two or more. */
export const COUNT_LATE_FRAMES = `(() => {
  const LATE_MS = 2 * (1000 / 60) - 1;
  let late = 0;
  let last = performance.now();
  let isOn = true;
  const next = (now) => {
    if (now - last > LATE_MS) late += 1;
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.lateFrames = () => { isOn = false; return late; };
})()`;

/** Resolves when a row of the tree with this name is on the screen, with the time since 1970 in milliseconds. */
export function rowPainted(name: string): string {
  return `(() => new Promise((resolve) => {
    const look = () => {
      const rows = [...document.querySelectorAll('[role=treeitem]')];
      if (!rows.some((row) => row.textContent.includes(${JSON.stringify(name)}))) requestAnimationFrame(look);
      else void ${AFTER_PAINT}().then(resolve);
    };
    look();
  }))()`;
}
