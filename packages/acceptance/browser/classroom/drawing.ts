import type { Locator, Page } from '@playwright/test';

/** The live terminal's canvases and rows; those that wait hidden to show the history have their own. */
const LIVE_CANVASES = ':scope > .xterm .xterm-screen canvas';
const LIVE_ROWS = ':scope > .xterm .xterm-rows';

/** The live terminal's rows as the DOM renderer paints them. */
export function liveRows(terminal: Locator): Locator {
  return terminal.locator(LIVE_ROWS);
}

/** The canvases on which WebGL paints the live terminal. */
export function liveCanvases(terminal: Locator): Locator {
  return terminal.locator(LIVE_CANVASES);
}

/** What paints the live terminal now. */
export function drawnBy(terminal: Locator): Promise<'webgl' | 'dom'> {
  return terminal.evaluate((host, live) => {
    const canvases = [...host.querySelectorAll<HTMLCanvasElement>(live)];
    return canvases.some((canvas) => canvas.getContext('webgl2') !== null) ? 'webgl' : 'dom';
  }, LIVE_CANVASES);
}

/** Takes the WebGL context from the live terminal as a browser does it. Returns what paints it right afterwards. */
export function loseContext(terminal: Locator): Promise<'webgl' | 'dom'> {
  return terminal.evaluate((host, live) => {
    for (const canvas of host.querySelectorAll<HTMLCanvasElement>(live)) {
      const context = canvas.getContext('webgl2');
      if (context === null) continue;
      // The timer comes after all who listen, and before anybody's second try.
      const told = new Promise((resolve) => {
        window.addEventListener('webglcontextlost', () => setTimeout(resolve), { capture: true });
      });
      context.getExtension('WEBGL_lose_context')?.loseContext();
      return told.then(() => {
        const left = [...host.querySelectorAll<HTMLCanvasElement>(live)];
        return left.some((one) => one.getContext('webgl2') !== null) ? 'webgl' : 'dom';
      });
    }
    throw new Error('The terminal is not drawn with WebGL');
  }, LIVE_CANVASES);
}

/** Number of pixels of the terminal, as the screen shows it, that are unlike its background. */
export async function ink(terminal: Locator): Promise<number> {
  const picture = (await terminal.screenshot()).toString('base64');
  return terminal.evaluate(async (_host, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (canvas === null) throw new Error('Nothing to read the picture with');
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    const corner = data.length - 4;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (Math.abs((data[at] ?? 0) - (data[corner] ?? 0)) > 64) count += 1;
    }
    return count;
  }, picture);
}

/** Gives the panel's terminal what a tmux could send it. */
export function feed(page: Page, data: string): Promise<void> {
  return page.locator('[data-practice-terminal]').evaluate(
    (host, text) =>
      new Promise<void>((resolve) => {
        const { terminal } = (
          host as unknown as { practiceTerminal: { terminal: { write(data: string, done: () => void): void } } }
        ).practiceTerminal;
        terminal.write(text, resolve);
      }),
    data,
  );
}

/** From now on the page opens no windows. Gives a function that tells which it would have, once. */
export async function openedWindows(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    window.open = (url) => {
      opened.push(String(url));
      return null;
    };
  });
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened.splice(0));
}
