import type { MessageContext } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import type { ClientPayload, ServerPayload } from '@agent-factory/protocol/coach';
import type { DashboardIssues, DashboardMaterials } from '@agent-factory/protocol/mind';
import type { IssueAssessmentResponse } from '../prompts/issue-assessment.js';
import type { LearningMaterialsResponse } from '../prompts/learning-materials.js';
import type { MindRoom } from '../room.js';
import { assessIssues } from './issues/assess-issues.js';
import { KeptAnswers } from './kept-answers.js';
import { researchMaterials } from './materials/research-materials.js';
import { failed, type Outcome, SKIPPED } from './outcome.js';
import { SharedLooks } from './shared-looks.js';
import { dashboardState } from './state/state.js';

/** How long an answer is good for, in milliseconds: issues come and go, what there is to read on a subject stays. */
const ISSUES_KEPT_MS = 10 * 60_000;
const MATERIALS_KEPT_MS = 60 * 60_000;

const BROKEN = 'Something went wrong in the practice server; its log has the details. Try again later.';

/** The parts of the dashboard that take their time: by which messages they are told. */
type Part = 'dashboard:issues' | 'dashboard:materials';
/** The same where there is nothing to tell, and why. */
const FAILURES: Record<Part, 'dashboard:issues_error' | 'dashboard:materials_error'> = {
  'dashboard:issues': 'dashboard:issues_error',
  'dashboard:materials': 'dashboard:materials_error',
};

/** Who has asked, and until when somebody waits for it. */
interface Asked {
  readonly context: MessageContext;
  readonly signal: AbortSignal;
}

/** Assembles the learner's dashboard for the pages of a project. */
export class Dashboard {
  readonly #room: MindRoom;
  readonly #issues: KeptAnswers<IssueAssessmentResponse>;
  readonly #materials: KeptAnswers<LearningMaterialsResponse>;
  readonly #issueLooks: SharedLooks<DashboardIssues>;
  readonly #materialLooks: SharedLooks<DashboardMaterials>;

  constructor(room: MindRoom) {
    this.#room = room;
    this.#issues = new KeptAnswers(ISSUES_KEPT_MS, room.now);
    this.#materials = new KeptAnswers(MATERIALS_KEPT_MS, room.now);
    this.#issueLooks = new SharedLooks(room.now);
    this.#materialLooks = new SharedLooks(room.now);
  }

  /**
   * Tells the page that asks at once what the database knows; then all pages, each as it comes, issues and materials.
   * Resolves when all is told, and written down. Throws what reading the database throws.
   */
  async request({ statsPeriod }: ClientPayload<'dashboard:request'>, context: MessageContext): Promise<void> {
    const { host, now } = this.#room;
    const asked = this.#asked(context);
    const { seesFolders: withFolders } = context.page;
    const wanted = { period: statsPeriod, now: now(), withFolders };
    context.answer('dashboard:state', await dashboardState(host.store, wanted));
    const [issuesLoaded, materialsLoaded] = await Promise.all([
      this.#tellIssues(asked, { anew: false }),
      this.#tellMaterials(asked),
    ]);
    const { session } = context.workplace;
    if (session.current !== undefined && !host.closing.aborted)
      session.log('dashboard_loaded', { statsPeriod, issuesLoaded, materialsLoaded });
  }

  /** Looks for issues anew, and for nothing else (spec FR-180). Never throws. */
  async refreshIssues(context: MessageContext): Promise<void> {
    await this.#tellIssues(this.#asked(context), { anew: true });
  }

  /** Who closes the page, or the daemon, waits for nothing: what is on its way is given up. */
  #asked(context: MessageContext): Asked {
    return { context, signal: AbortSignal.any([this.#room.host.closing, context.workplace.audience.left]) };
  }

  #tellIssues(asked: Asked, { anew }: { readonly anew: boolean }): Promise<boolean> {
    const { signal } = asked;
    const projectId = projectOf(asked.context);
    const look = () => assessIssues(this.#room, projectId, signal, { kept: this.#issues, anew });
    return this.#tell('dashboard:issues', asked, () => this.#issueLooks.look({ projectId, signal, anew, look }));
  }

  #tellMaterials(asked: Asked): Promise<boolean> {
    const { signal } = asked;
    const projectId = projectOf(asked.context);
    const look = () => researchMaterials(this.#room, projectId, signal, { kept: this.#materials });
    return this.#tell('dashboard:materials', asked, () =>
      this.#materialLooks.look({ projectId, signal, anew: false, look }),
    );
  }

  /** Tells what has come of a part, if anybody still waits for it; whether something has. Never throws. */
  async #tell<Name extends Part>(
    name: Name,
    { context, signal }: Asked,
    look: () => Promise<Outcome<ServerPayload<Name>>>,
  ): Promise<boolean> {
    const outcome = await look().catch((error: unknown) => (signal.aborted ? SKIPPED : this.#failed(error)));
    if (signal.aborted) return false;
    if (outcome.kind === 'found') context.broadcast(name, outcome.value);
    const failure: 'dashboard:issues_error' | 'dashboard:materials_error' = FAILURES[name];
    if (outcome.kind === 'failed') context.broadcast(failure, { error: outcome.error });
    return outcome.kind === 'found';
  }

  /** A refusal says by itself what to do. What is none is a bug. */
  #failed(error: unknown): Outcome<never> {
    if (error instanceof PracticeError && error.code !== 'internal') return failed(error.message);
    this.#room.host.logFailure(error, 'A part of the dashboard could not be put together');
    return failed(BROKEN);
  }
}

function projectOf({ workplace }: MessageContext): string {
  return workplace.place.project.id;
}
