import type { MindMessage } from '@agent-factory/coach';
import type { EndStatus, MessageContext, CoachMind as MindPort, Page, Workplace } from '@agent-factory/coach/workplace';
import type { MindToolName, NewAction, ProjectId, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import type { MindStatus } from '@agent-factory/protocol/mind';
import { Dashboard } from './dashboard/dashboard.js';
import { countActivity } from './dashboard/state/count-activity.js';
import { answerExplain } from './explain/answer.js';
import { recordHelp } from './independence/record-help.js';
import { answerReview, answerSubmission } from './katas/answer.js';
import { Observer } from './observer/observer.js';
import { runPipeline } from './pipeline/plan/run-pipeline.js';
import { endSession, wrapUpEnded } from './pipeline/wrap-up/end-session.js';
import type { MindRoom } from './room.js';
import { leaveSession } from './sessions/leave-session.js';
import { resumeSession } from './sessions/resume-session.js';
import { startSession } from './sessions/start-session.js';

const NO_STATUS = 'Pages could not be told how the coach stands';

/** What the student has chosen, and what works, as a page of the project is shown it. */
export type StatusOf = (projectId: ProjectId) => Promise<MindStatus>;

/** What thinks for all coached projects: passes each question to the part that answers it. */
export class CoachMind implements MindPort {
  readonly #room: MindRoom;
  readonly #statusOf: StatusOf;
  readonly #observer: Observer;
  readonly #dashboard: Dashboard;
  /** Projects with a session. */
  readonly #workplaces = new Map<ProjectId, Workplace>();
  readonly #pending = new Set<Promise<void>>();
  readonly #statusTurns = new WeakMap<Workplace, symbol>();

  constructor(room: MindRoom, statusOf: StatusOf) {
    this.#room = room;
    this.#statusOf = statusOf;
    this.#observer = new Observer(room);
    this.#dashboard = new Dashboard(room);
  }

  async answer(message: MindMessage, context: MessageContext): Promise<void> {
    switch (message.type) {
      case 'dashboard:request':
        return this.#dashboard.request(message.payload, context);
      case 'dashboard:refresh_issues':
        return this.#dashboard.refreshIssues(context);
      case 'session:start':
        return startSession(this.#room, message.payload, context);
      case 'session:resume':
        return resumeSession(message.payload, context);
      case 'session:end':
        return leaveSession(this.#room, context);
      case 'user:explain':
        return answerExplain(this.#room, message.payload, context);
      case 'user:review':
        return answerReview(this.#room, message.payload, context);
      case 'practice:submit_solution':
        return answerSubmission(this.#room, message.payload, context);
      case 'observer:mute':
        return this.#observer.mute(message.payload, context);
    }
  }

  callTool<Name extends MindToolName>(
    name: Name,
    input: ToolInput<Name>,
    workplace: Workplace,
  ): Promise<ToolOutput<Name>> {
    return this.#tools[name](input as never, workplace) as Promise<ToolOutput<Name>>;
  }

  readonly #tools: {
    readonly [Name in MindToolName]: (input: ToolInput<Name>, workplace: Workplace) => Promise<ToolOutput<Name>>;
  } = {
    paige_run_coaching_pipeline: (input, workplace) => runPipeline(this.#room, workplace, input),
    paige_end_session: ({ sessionTranscript }, workplace) => endSession(this.#room, workplace, sessionTranscript),
  };

  greet(page: Page, workplace: Workplace): void {
    this.#observer.greet(page, workplace);
    this.inBackground(NO_STATUS, async () => {
      page.tell('mind:status', await this.#statusOf(workplace.place.project.id));
    });
  }

  /** The pages of a project, or of all, show what has changed: a choice of the student's, or what was spent. */
  tellStatus(projectId: ProjectId | null = null): void {
    for (const [id, workplace] of this.#workplaces)
      if ((projectId === null || id === projectId) && workplace.audience.size > 0)
        this.inBackground(NO_STATUS, () => this.#broadcastStatus(workplace));
  }

  sessionBegan(workplace: Workplace): void {
    this.#workplaces.set(workplace.place.project.id, workplace);
    this.#observer.sessionBegan(workplace);
    this.#count();
  }

  sessionEnded(workplace: Workplace, sessionId: string, _status: EndStatus): void {
    this.#workplaces.delete(workplace.place.project.id);
    this.#observer.sessionEnded(workplace, sessionId);
    this.inBackground('A session could not be wrapped up', () => wrapUpEnded(this.#room, workplace, sessionId));
    this.#count();
  }

  onAction(workplace: Workplace, action: NewAction): void {
    this.#observer.onAction(workplace, action);
    this.inBackground('Help with a phase could not be counted', () =>
      recordHelp(this.#room.host.store, workplace, action),
    );
  }

  onTyped(workplace: Workplace): void {
    this.#observer.onTyped(workplace);
  }

  /** The project, if it has a session. */
  workplaceOf(projectId: ProjectId): Workplace | undefined {
    return this.#workplaces.get(projectId);
  }

  /** Does what nobody waits for; a failure is logged. `close` waits for its end. */
  inBackground(failure: string, task: () => Promise<void>): void {
    const { closing } = this.#room.host;
    const done: Promise<void> = task()
      .catch((error) => {
        if (!closing.aborted) this.#room.host.logFailure(error, failure);
      })
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  async close(): Promise<void> {
    await this.#observer.close();
    await Promise.all(this.#pending);
  }

  /** Of several that are under way, the last one alone is told: it knows most. */
  async #broadcastStatus(workplace: Workplace): Promise<void> {
    const turn = Symbol('status');
    this.#statusTurns.set(workplace, turn);
    const status = await this.#statusOf(workplace.place.project.id);
    if (this.#statusTurns.get(workplace) === turn) workplace.audience.broadcast('mind:status', status);
  }

  /** The event log keeps a month; what is shown of a year is summed up before. */
  #count(): void {
    this.inBackground('Activity could not be counted', () => countActivity(this.#room.host.store));
  }
}
