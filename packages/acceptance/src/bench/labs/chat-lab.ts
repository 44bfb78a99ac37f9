import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Locator, type Page } from '@playwright/test';
import { PracticeDaemon } from '../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../machine/chromium.js';
import { freePort } from '../../machine/loopback.js';
import { type Site, serveSite } from '../../site.js';
import { newStudent } from '../../student.js';
import type { Resources } from '../resources.js';
import { LESSON } from './lessons.js';

const AGENT = 'bench';
const PROGRAM = fileURLToPath(new URL('../programs/chat-agent.js', import.meta.url));
const VIEWPORT = { width: 1440, height: 900 };

/** A student in front of the real Chat tab, in Chromium, with an agent that answers at once. */
export class ChatLab {
  readonly page: Page;
  readonly daemon: PracticeDaemon;
  readonly #site: Site;

  private constructor(parts: { page: Page; daemon: PracticeDaemon; site: Site }) {
    this.page = parts.page;
    this.daemon = parts.daemon;
    this.#site = parts.site;
  }

  static async open(resources: Resources): Promise<ChatLab> {
    const student = resources.add(await newStudent({ agents: [] }));
    await describeAgent(student.home);
    const port = await freePort();
    const site = resources.add(await serveSite({ serverUrl: `http://127.0.0.1:${port}` }));
    const flags = ['--agent', AGENT, '--log-level', 'warn'];
    const daemon = resources.add(await PracticeDaemon.start({ student, content: site.url, port, flags }));
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    return new ChatLab({ page: await browser.newPage({ viewport: VIEWPORT }), daemon, site });
  }

  get field(): Locator {
    return this.page.getByRole('textbox', { name: /^Message to / });
  }

  /** Begins a conversation in the page, which has as many messages then: every other one is the student's. */
  async converse(messages: number): Promise<void> {
    await this.openLesson();
    await this.button.click();
    await this.page.getByText('respond()').first().waitFor();
    const { conversations } = await this.#ask<{ conversations: { id: string }[] }>('/conversations');
    const path = `/conversations/${conversations[0]?.id}/messages`;
    for (let message = 2; message < messages; message += 2) await this.#ask(path, { text: `What is loop ${message}?` });
  }

  async openLesson(): Promise<void> {
    await this.page.goto(this.#site.url + LESSON);
    await this.button.waitFor();
  }

  /** Opens the chat, with the conversation that was there last. */
  get button(): Locator {
    return this.page.getByRole('button', { name: 'Teach Me' });
  }

  /** Asks until it is answered: a conversation is busy until its agent has said all. */
  async #ask<T>(path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.daemon.token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    for (;;) {
      const response = await fetch(this.daemon.url + path, init);
      const answer = (await response.json()) as T & { error?: string };
      if (response.ok) return answer;
      if (answer.error !== 'conversation_busy') throw new Error(JSON.stringify(answer));
      await pause(1);
    }
  }
}

async function describeAgent(home: string): Promise<void> {
  const agent = { name: 'Bench', command: process.execPath, arguments: [PROGRAM], transport: 'acp', terminal: false };
  await mkdir(join(home, '.af-practice'), { recursive: true });
  await writeFile(join(home, '.af-practice', 'agents.json'), JSON.stringify({ agents: { [AGENT]: agent } }));
}
