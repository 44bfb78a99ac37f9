import type { Locator, Page } from '@playwright/test';

/** One exercise on the page of progress. */
export function entryOf(page: Page, title: string): Locator {
  return page.getByRole('list', { name: 'Exercises' }).locator('.practice-progress-row').filter({ hasText: title });
}
