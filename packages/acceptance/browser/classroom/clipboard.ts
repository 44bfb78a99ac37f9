import type { Page } from '@playwright/test';

/** Far longer than an answer takes, in milliseconds. */
const ANSWER_MS = 5000;
const QUESTIONS = 3;

/**
 * The text on the clipboard; the test has to grant `clipboard-read`. Now and then Chromium leaves such a question
 * without an answer for ever, so it is asked again. Rejects when it never answers.
 */
export async function clipboardText(page: Page): Promise<string> {
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const text = await page.evaluate((ms) => {
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms));
      return Promise.race([navigator.clipboard.readText(), late]);
    }, ANSWER_MS);
    if (text !== undefined) return text;
  }
  throw new Error(`The clipboard gave no answer ${QUESTIONS} times`);
}
