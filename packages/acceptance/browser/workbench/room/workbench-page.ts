import { expect, type Locator, type Page } from '@playwright/test';

/** How much room there is, the page knows once it was drawn. */
const LOOK_AGAIN_AFTER_MS = 300;

/** The Workbench, as a student handles it. */
export class WorkbenchPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Goes there, and waits until everything is there. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.arrive();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.arrive();
  }

  /** As when the student comes back to the page: it connects at once, and not only after its pause. */
  async comeBack(): Promise<void> {
    await this.page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
  }

  /** The terminal comes last, and takes the keyboard. */
  async arrive(): Promise<void> {
    await this.tree.waitFor({ state: 'attached' });
    await this.page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
  }

  part(name: 'Files' | 'Coach' | 'Editor' | 'Terminal' | 'Lesson'): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  get tree(): Locator {
    return this.page.getByRole('tree');
  }

  /** Where the student types to the agent. */
  get terminalInput(): Locator {
    return this.part('Terminal').locator('textarea').first();
  }

  /** A row of the tree, whatever is said of it besides its name. */
  row(name: string): Locator {
    return this.page.getByRole('treeitem', { name: new RegExp(`^${escaped(name)}(,|$)`) });
  }

  /** A tab, whatever is said of it besides the name of its file. */
  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${escaped(name)}(,|$)`) });
  }

  /** A tab whose text is saved, or one whose text is not. */
  async expectTab(name: string, is: 'saved' | 'unsaved'): Promise<void> {
    const words = is === 'saved' ? name : `${name}, unsaved`;
    await expect(this.page.getByRole('tab', { name: words, exact: true })).toBeVisible();
  }

  /** The text that is edited. */
  get text(): Locator {
    return this.page.locator('.wb-editor-host .cm-content');
  }

  line(number: number): Locator {
    return this.text.locator('.cm-line').nth(number - 1);
  }

  /** Lines of the editor that are in sight, without what is said below them. */
  async lines(): Promise<string[]> {
    return this.text.locator('.cm-line').allTextContents();
  }

  /** What the editor says of the file in front. */
  get saved(): Locator {
    return this.page.locator('.wb-status-saved');
  }

  get connection(): Locator {
    return this.page.locator('.practice-connection').first();
  }

  /** How much of the coach's pointing is shown. */
  get hints(): Locator {
    return this.page.getByRole('slider', { name: /^Hints/ });
  }

  /** What stands before the lines of the text, each with its words; not for screen readers, who are told. */
  sign(words: string | RegExp): Locator {
    return this.part('Editor')
      .locator('.wb-sign')
      .and(this.page.getByTitle(words, { exact: true }));
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  /** Opens a file, unfolding what it is in, and goes to its end. */
  async edit(path: string): Promise<void> {
    await this.show(path);
    await this.text.focus();
    await this.page.keyboard.press('ControlOrMeta+End');
  }

  /** Opens a file and waits for its text. */
  async show(path: string): Promise<void> {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    await this.#bringFiles();
    for (const folder of parts) await this.unfold(folder);
    await this.row(name).click();
    await expect(this.text).toHaveAttribute('aria-label', `${path}, editor`);
  }

  /** Where there is room for one part only, they are behind it. */
  async #bringFiles(): Promise<void> {
    const files = this.page
      .getByRole('navigation', { name: 'Parts of the page' })
      .getByRole('button', { name: /^Files/ });
    await expect(async () => {
      if (await files.isVisible()) await files.click();
      await expect(this.tree).toBeVisible({ timeout: LOOK_AGAIN_AFTER_MS });
    }).toPass();
  }

  async unfold(folder: string): Promise<void> {
    if ((await this.row(folder).getAttribute('aria-expanded')) !== 'true') await this.row(folder).click();
    await expect(this.row(folder)).toHaveAttribute('aria-expanded', 'true');
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  save(): Promise<void> {
    return this.page.keyboard.press('ControlOrMeta+s');
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
