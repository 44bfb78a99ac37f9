import type { Page } from '@playwright/test';

/**
 * Collects what a screen reader says of the live regions of the pages this page goes to, also words that are put there
 * once more. Of a log it says what is added, of the others all that is in them. A region that comes with its words is
 * not heard.
 */
export async function collectSpoken(page: Page): Promise<{ take(): Promise<string[]> }> {
  await page.addInitScript(() => {
    const LIVE = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';
    const spoken: string[] = [];
    let known = new Set<Element>();
    const regionOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? undefined;
    const textOf = (node: Node) => node.textContent?.trim() ?? '';
    const addedBy = ({ type, target, addedNodes }: MutationRecord) =>
      (type === 'characterData' ? [target] : [...addedNodes]).filter((node) => node.isConnected);
    const say = (region: Element, added: readonly Node[]) => {
      const text = region.getAttribute('role') === 'log' ? added.map(textOf).join(' ') : textOf(region);
      if (text !== '') spoken.push(text);
    };
    const listen = (records: MutationRecord[]) => {
      const changed = new Map<Element, Node[]>();
      for (const record of records) {
        const region = regionOf(record.target);
        const added = addedBy(record);
        if (region !== undefined && known.has(region) && added.length > 0)
          changed.set(region, [...(changed.get(region) ?? []), ...added]);
      }
      for (const [region, added] of changed) say(region, added);
      known = new Set(document.querySelectorAll(LIVE));
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { spokenInRegions: spoken });
  });
  type Speaking = { spokenInRegions: string[] };
  return { take: () => page.evaluate(() => (window as unknown as Speaking).spokenInRegions.splice(0)) };
}
