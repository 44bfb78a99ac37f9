import type { MindMessage } from '@agent-factory/coach';
import { createPhases, createPlan } from '@agent-factory/coach/store';
import type { CoachMind, MessageContext, Workplace } from '@agent-factory/coach/workplace';
import { expect, vi } from 'vitest';
import { Observer } from '../../src/observer/observer.js';
import type { ObserverTriageResponse } from '../../src/prompts/observer-triage.js';
import type { MindRoom } from '../../src/room.js';
import { type DeskPage, MindDesk } from '../fixtures/mind-desk.js';
import { FakeClock } from './fake-clock.js';

const FILES = { 'src/auth.ts': 'auth\n', 'src/oauth.ts': 'oauth\n' };

/** What the model says, unless a test says otherwise. */
export const WRONG_FILE: ObserverTriageResponse = {
  should_nudge: true,
  confidence: 0.85,
  signal: 'wrong_file',
  reasoning: 'They are elsewhere.',
  suggested_context: {
    current_file: 'src/auth.ts',
    expected_file: 'src/oauth.ts',
    time_in_file: '3m12s',
    phase_description: 'Find the callback',
  },
};
export const NO_NUDGE_WANTED: ObserverTriageResponse = {
  ...WRONG_FILE,
  should_nudge: false,
  confidence: 0.9,
  signal: 'no_nudge',
};

/** A session with a page, whose observer has a clock of the test. */
export class ObservedDesk implements AsyncDisposable {
  readonly desk: MindDesk;
  readonly clock = new FakeClock();
  readonly observer: Observer;
  readonly room: MindRoom;
  /** That of the latest session. */
  workplace: Workplace | undefined;
  sessionId = '';
  page!: DeskPage;
  say!: (type: string, payload: object, id?: string) => Promise<void>;

  /** @param begin whether there is a session, and a page */
  static async make({ begin = true } = {}): Promise<ObservedDesk> {
    const observed = new ObservedDesk(await MindDesk.make(FILES));
    observed.answer(NO_NUDGE_WANTED);
    if (begin) {
      await observed.come();
      await observed.begin();
    }
    return observed;
  }

  private constructor(desk: MindDesk) {
    this.desk = desk;
    this.room = desk.room;
    this.observer = new Observer(this.room, this.clock);
    desk.mind = mindOf(this.observer, (workplace) => {
      this.workplace = workplace;
    });
  }

  async begin(): Promise<void> {
    this.sessionId = await this.desk.begin();
    await vi.waitFor(() => expect(this.observer.count).toBe(1), 15_000);
    await this.observer.settled();
  }

  async come(): Promise<void> {
    const { page, say } = await this.desk.page();
    this.page = page;
    this.say = say;
  }

  answer(said: Parameters<MindDesk['models']['say']>[1]): void {
    this.desk.models.say('observer_triage', said);
  }

  get calls() {
    return this.desk.models.of('observer_triage');
  }

  /** What the model was told with the last call. */
  get told() {
    return JSON.parse(this.calls.at(-1)?.userMessage ?? 'null');
  }

  /** Time passes, on both clocks. */
  pass(ms: number): void {
    this.desk.clock += ms;
    this.clock.pass(ms);
  }

  async open(path = 'src/auth.ts'): Promise<void> {
    await this.say('file:open', { path });
    await this.observer.settled();
  }

  /** A save, after which nothing is waited for. */
  save(path = 'src/auth.ts'): Promise<void> {
    return this.say('file:save', { path, content: `saved at ${this.clock.now()}\n` });
  }

  /** So many keys. */
  async type(count: number, path = 'src/auth.ts'): Promise<void> {
    for (let key = 0; key < count; key += 1)
      await this.say('buffer:update', {
        path,
        content: `${this.clock.now()} ${Math.random()}`,
        cursorPosition: { line: 1, column: 1 },
      });
  }

  async plan(): Promise<void> {
    const { store } = this.desk.files;
    const plan = await createPlan(store, this.sessionId, 'a plan');
    await createPhases(store, plan.id, [
      { number: 1, title: 'Look', description: 'Look around', hintLevel: 'file' },
      { number: 2, title: 'Callback', description: 'Find it', hintLevel: 'file', expectedFiles: ['src/oauth.ts'] },
    ]);
  }

  async phase(phase: number, status: 'active' | 'complete'): Promise<void> {
    const project = await this.desk.project();
    await project.callTool('paige_update_phase', { phase, status }, { mcpSessionId: 'agent' });
    await this.observer.settled();
  }

  /** What was logged of nudges. */
  log(...types: string[]) {
    return this.desk.actions(...types).map(({ data }) => data);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.observer.close();
    await this.desk[Symbol.asyncDispose]();
  }
}

function mindOf(observer: Observer, onBegan: (workplace: Workplace) => void): CoachMind {
  const nobody = () => Promise.reject(new Error('nobody answers this here'));
  return {
    answer: async (message: MindMessage, context: MessageContext) => {
      if (message.type === 'observer:mute') observer.mute(message.payload, context);
    },
    callTool: nobody,
    greet: (page, workplace) => observer.greet(page, workplace),
    sessionBegan: (workplace) => {
      onBegan(workplace);
      observer.sessionBegan(workplace);
    },
    sessionEnded: (workplace, sessionId) => observer.sessionEnded(workplace, sessionId),
    onAction: (workplace, action) => observer.onAction(workplace, action),
    onTyped: (workplace) => observer.onTyped(workplace),
  };
}

/** Something that a test lets go on. */
export function gate<T>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
