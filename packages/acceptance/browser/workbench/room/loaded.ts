import type { Page } from '@playwright/test';

/** What a page loads from now on whose path is such, by its path. Returns how to read what has come so far. */
export function collectLoaded(page: Page, paths: RegExp): () => Promise<ReadonlyMap<string, Buffer>> {
  const bodies = new Map<string, Promise<Buffer | undefined>>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    const body = async () => (await request.response())?.body();
    // A body that the browser has let go was that of a page before.
    if (paths.test(pathname))
      bodies.set(
        pathname,
        body().catch(() => undefined),
      );
  });
  return async () => {
    const all = await Promise.all([...bodies].map(async ([path, body]) => [path, await body] as const));
    return new Map(all.filter((entry): entry is [string, Buffer] => entry[1] !== undefined));
  };
}
