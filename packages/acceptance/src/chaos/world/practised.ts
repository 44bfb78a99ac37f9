import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentId,
  decodeJson,
  type GridSize,
  resetResponseSchema,
  sessionIdOf,
  startResponseSchema,
  TERMINAL_PATH,
} from '@agent-factory/protocol';
import { TmuxPane } from '../../machine/tmux.js';
import { waitUntil } from '../../machine/wait-until.js';
import { STARTER_FILE, STARTER_TEXT } from './content.js';
import { Page } from './page.js';
import { ANSWER_WITHIN_MS } from './requests.js';
import { type FoundServer, serverOf } from './servers.js';
import type { Surroundings } from './surroundings.js';

const GRID: GridSize = { cols: 100, rows: 30 };

/** How long a page may take to be back once nothing is in its way. */
const BACK_WITHIN_MS = 10_000;

/** One exercise that the student works in: its session, the page on it, and what must be true of them. */
export class Practised {
  readonly #world: Surroundings;
  readonly exerciseId: string;
  readonly agent: AgentId;
  #ticket = '';
  #page: Page | undefined;
  #expected: FoundServer | undefined;
  size: GridSize = GRID;

  constructor(world: Surroundings, exerciseId: string, agent: AgentId) {
    this.#world = world;
    this.exerciseId = exerciseId;
    this.agent = agent;
  }

  get sessionId(): string {
    return sessionIdOf(this.exerciseId);
  }

  get workspace(): string {
    return this.#world.home.workspace(this.exerciseId);
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error(`${this.exerciseId} was not begun`);
    return this.#page;
  }

  /** The tmux server that lives until the student ends it; undefined if the session is over. */
  get expected(): FoundServer | undefined {
    return this.#expected;
  }

  /** tmux's own view of the session. */
  get pane(): TmuxPane {
    if (this.#expected === undefined) throw new Error(`${this.exerciseId} has no session`);
    return new TmuxPane(this.#expected.server, this.sessionId);
  }

  /** Presses Practice, and opens a page. From now on the session must live. */
  async begin(): Promise<void> {
    await this.renew();
    this.#world.ledger.remember(join(this.workspace, STARTER_FILE), STARTER_TEXT);
    this.#expected = await waitUntil(
      () => serverOf(this.#world.home.path, this.sessionId),
      () => `no tmux server of ${this.exerciseId}`,
    );
    this.openPage();
    await this.back();
  }

  /** Asks for the session's ticket, as a page without a valid one does. */
  async renew(timeoutMs = ANSWER_WITHIN_MS): Promise<void> {
    const body = { exerciseId: this.exerciseId, agent: this.agent, size: this.size };
    const { status, text } = await this.#world.ask('/exercises/start', { body, timeoutMs });
    const outcome = decodeJson(startResponseSchema, text);
    if (!outcome.ok) throw new Error(`${this.exerciseId} did not start: ${status} ${text.slice(0, 300)}`);
    this.#ticket = new URL(outcome.value.wsUrl).searchParams.get('ticket') ?? '';
  }

  /** Opens a tab on it, in place of the earlier one, which is gone. */
  openPage(): Page {
    this.#page?.[Symbol.dispose]();
    this.#page = this.newPage({ writes: true });
    return this.#page;
  }

  /** Opens a tab that takes over. The earlier tab stays and lets it; the caller closes that one. */
  openAnotherPage(): Page {
    const former = this.page;
    former.yieldToAnother();
    this.#page = this.newPage({ writes: true });
    return former;
  }

  newPage({ writes }: { writes: boolean }): Page {
    return new Page({
      url: () => `ws://127.0.0.1:${this.#world.daemons.port}${TERMINAL_PATH}${this.sessionId}?ticket=${this.#ticket}`,
      origin: this.#world.content.url,
      size: this.size,
      writes,
      // A page that is told to renew again and again must not ask for longer than it would wait.
      renew: () => this.renew(BACK_WITHIN_MS),
    });
  }

  /** Resolves when the page writes. */
  back(withinMs = BACK_WITHIN_MS): Promise<void> {
    return this.page.attached(withinMs);
  }

  resize(size: GridSize): void {
    this.size = size;
    this.page.resize(size);
  }

  /** What the student does next ends it: it need not live any longer. */
  expectEnd(): void {
    this.#expected = undefined;
  }

  /** Starts over; the archive holds what was there. The session is over then. */
  async reset(): Promise<void> {
    this.expectEnd();
    const { ledger } = this.#world;
    // Until the answer is there, and for good if none comes.
    ledger.mayHaveMoved(this.workspace, () => this.#archives());
    const { status, text } = await this.#world.ask('/exercises/reset', { body: { exerciseId: this.exerciseId } });
    const outcome = decodeJson(resetResponseSchema, text);
    if (!outcome.ok) throw new Error(`${this.exerciseId} was not reset: ${status} ${text.slice(0, 300)}`);
    const archive = outcome.value.archivedTo?.replace(/^~/, this.#world.home.path);
    if (archive !== undefined) ledger.move(this.workspace, archive);
  }

  /** Ends all waiting for what its page does not show. */
  giveUp(): void {
    this.#page?.giveUp();
  }

  close(): void {
    this.#page?.[Symbol.dispose]();
    this.#page = undefined;
  }

  /** Newest first. */
  async #archives(): Promise<string[]> {
    const folder = join(this.#world.home.statePath, 'archive');
    const names = await readdir(folder).catch(() => []);
    const ours = names.filter((name) => name.startsWith(`${this.exerciseId}-`));
    return ours
      .sort()
      .reverse()
      .map((name) => join(folder, name));
  }
}
