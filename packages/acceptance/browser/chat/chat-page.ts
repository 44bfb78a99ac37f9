import { expect, type Locator, type Page } from '@playwright/test';

/** The Chat tab beside a lesson, as a student handles it. */
export class ChatPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get chat(): Locator {
    return this.page.getByRole('region', { name: /^Chat: / });
  }

  get field(): Locator {
    return this.chat.getByRole('textbox', { name: /^Message to / });
  }

  /** Everything that was said and done. */
  get thread(): Locator {
    return this.chat.getByRole('log', { name: 'Conversation' });
  }

  /** What waits for the student's permission. */
  get question(): Locator {
    return this.thread.locator('.practice-chat-permission');
  }

  async teachMe(): Promise<void> {
    await this.page.getByRole('button', { name: 'Teach Me' }).click();
  }

  async ask(): Promise<void> {
    await this.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(this.field).toBeFocused();
  }

  /** Writes and sends, by keyboard. */
  async say(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** Allows what the agent asks for: a question takes no key in its first moments, in which one may be meant for something else. */
  async allowOnce(): Promise<void> {
    await expect(this.question).toBeFocused();
    await expect(async () => {
      await this.page.keyboard.press('1');
      await expect(this.thread.getByText(/^You chose: /)).toBeVisible({ timeout: 1000 });
    }).toPass();
  }

  /** Until the agent has nothing more to do. */
  async waitUntilIdle(): Promise<void> {
    await expect(this.chat).toHaveAttribute('data-status', 'idle');
  }

  /** Chooses from the menu of the conversation. */
  async choose(entry: string): Promise<void> {
    await this.chat.getByRole('button', { name: 'More about this conversation' }).click();
    await this.chat.getByRole('button', { name: entry }).click();
  }
}
