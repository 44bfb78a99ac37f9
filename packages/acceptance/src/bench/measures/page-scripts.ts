import type { Browser, Request } from '@playwright/test';

/**
 * The scripts that a page has loaded when it has come to rest, by their addresses. What is only fetched ahead of a
 * click to another page is no script yet. What arrives later is not counted: its body would still be on its way when
 * the page closes.
 */
export async function scriptsOf(browser: Browser, url: string): Promise<Map<string, Buffer>> {
  const page = await browser.newPage();
  const requests = new Map<string, Request>();
  const note = (request: Request) => {
    if (request.resourceType() === 'script') requests.set(request.url(), request);
  };
  page.on('requestfinished', note);
  await page.goto(url);
  // On a busy machine, a page may be silent for long before it has begun.
  await page.locator('html[data-has-hydrated=true]').waitFor();
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', note);
  const scripts = [...requests].map(async ([address, request]) => [address, await bodyOf(request)] as const);
  const bodies = new Map(await Promise.all(scripts));
  await page.close();
  return bodies;
}

async function bodyOf(request: Request): Promise<Buffer> {
  const response = await request.response();
  if (response === null) throw new Error(`${request.url()} was not answered`);
  return response.body();
}
