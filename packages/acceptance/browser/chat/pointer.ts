import { expect, type Page } from '@playwright/test';

/** Watches for a mouse, a finger or a pen; call what it returns at the end: it fails if one was used. */
export async function watchPointer(page: Page): Promise<() => void> {
  const used: string[] = [];
  await page.exposeFunction('noteOfPointer', (what: string) => used.push(what));
  await page.addInitScript(() => {
    const note = (event: Event) => {
      const { noteOfPointer } = window as unknown as { noteOfPointer(what: string): void };
      if (event.isTrusted) noteOfPointer(`${event.type} on ${(event.target as HTMLElement).outerHTML.slice(0, 80)}`);
    };
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) window.addEventListener(type, note, true);
  });
  return () => expect(used).toEqual([]);
}
