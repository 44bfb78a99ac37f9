import { expect, type Locator, type Page } from '@playwright/test';

/** The learner's own page, as they handle it. */
export class DashboardPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** By the address that the command has said; what is of no project in particular is there. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.section('Your projects')).toBeVisible();
  }

  async choose(project: string): Promise<void> {
    await this.section('Your projects').getByRole('link', { name: project }).click();
    await expect(this.section('What to work on next')).toBeVisible();
  }

  section(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  issue(title: string): Locator {
    return this.section('What to work on next').getByRole('listitem').filter({ hasText: title });
  }

  /** Makes an issue what the session is about, and comes to the Workbench. */
  async workOn(title: string): Promise<void> {
    await this.issue(title)
      .getByRole('button', { name: /^Work on this/ })
      .click();
    await this.page.waitForURL(/\/workbench\//);
  }

  /** What is remembered of the learner, in the sheet that is opened for it. */
  async memories(): Promise<Locator> {
    return this.#sheet('Memory', 'What is remembered');
  }

  async settings(): Promise<Locator> {
    return this.#sheet('Settings', /./);
  }

  async #sheet(button: string, title: string | RegExp): Promise<Locator> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
    const sheet = this.page.getByRole('dialog', { name: title });
    await expect(sheet).toBeVisible();
    return sheet;
  }
}
