import type { ConsoleMessage, Page, Request, TestInfo } from '@playwright/test';

/** Most characters of each part: a failure has to stay readable among all other output. */
const MOST_CHARACTERS = 2000;

/** What the page complains about from now on: faults, its own warnings, and requests that got no answer. */
export function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  const say = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  };
  const fail = (request: Request) => complaints.push(`${request.failure()?.errorText}: ${request.url()}`);
  page.on('console', say);
  page.on('requestfailed', fail);
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  return complaints;
}

/** Prints what a page showed when its test failed: a trace stays on the machine that wrote it, its log is read elsewhere. */
export async function reportFailure(info: TestInfo, page: Page, complaints: readonly string[], log: string) {
  if (info.status === info.expectedStatus || page.isClosed()) return;
  const shown = await page.locator('body').ariaSnapshot({ timeout: 1000 }).catch(String);
  // The panel is the last thing on a page, and what happened last is at a log's end.
  const part = (name: string, text: string) => `\n  ${name}:\n${text.slice(-MOST_CHARACTERS).trim()}\n`;
  process.stdout.write(
    `\n  When "${info.title}" failed${part('the page showed', shown)}` +
      `${part('it complained', complaints.join('\n'))}${part('the practice server said', log)}`,
  );
}
