import type { Page } from '@playwright/test';

/** The sizes that a page tells the daemon from now on, as `80x24`; the list grows. */
export function sentSizes(page: Page): string[] {
  const sizes: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const size = typeof payload === 'string' && /"type":"resize"/.test(payload) ? JSON.parse(payload) : undefined;
      if (size !== undefined) sizes.push(`${size.cols}x${size.rows}`);
    });
  });
  return sizes;
}
