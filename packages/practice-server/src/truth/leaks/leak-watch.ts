import { isDeepStrictEqual } from 'node:util';
import type { GivenAway, TextToShow } from '@agent-factory/coach';
import type { OwnLines } from '@agent-factory/exercise-runtime';
import type { ExerciseId } from '@agent-factory/protocol';
import { isFolderId, type ProjectId } from '@agent-factory/protocol/coach';
import type { SaidText } from '../../sessions/hooks.js';
import type { SessionAccess } from '../../sessions/session-access.js';
import { findWorkspace } from '../../store/records/workspaces.js';
import { KeyedQueue } from '../../system/keyed-queue.js';
import { workspacePath } from '../../workspaces/prepare-workspace.js';
import { isSolutionOpen } from '../solution-open.js';
import { HeardExercise, type Saying } from './heard-exercise.js';
import { Judge, squeezedAll } from './judge.js';
import { LeakBook } from './leak-book.js';
import { OwnSolution } from './own-solution.js';
import { studentsText } from './students-text.js';

/** Milliseconds that an agent waits for the lesson site: whether its text gives the solution away is not known then. */
const KNOWN_WITHIN_MS = 3000;
/** Exercises of which is remembered what was told. */
const MAX_HEARD = 50;

export interface LeakWatchOptions {
  /** What the student has typed in the Workbench and not saved. */
  readonly unsavedOf: (projectId: ProjectId) => readonly string[];
}

/**
 * Looks whether tutors tell solutions: what they want to show is judged before, what they say in chats and terminals
 * after it was said, in turns with everything else. Nothing of the student's waits for it.
 */
export class LeakWatch {
  readonly #host: SessionAccess;
  readonly #options: LeakWatchOptions;
  readonly #solutions: OwnSolution;
  readonly #book: LeakBook;
  readonly #heard = new Map<ExerciseId, HeardExercise>();
  /** What is told of one exercise is judged in its order. */
  readonly #queue = new KeyedQueue();
  readonly #pending = new Set<Promise<void>>();
  readonly #closing: Promise<OwnLines>;

  constructor(host: SessionAccess, options: LeakWatchOptions) {
    this.#host = host;
    this.#options = options;
    this.#solutions = new OwnSolution(host);
    this.#book = new LeakBook(host);
    this.#closing = new Promise((resolve) => {
      host.closing.addEventListener('abort', () => resolve([]), { once: true });
    });
  }

  /** Takes no time. */
  handleSaid(said: SaidText): void {
    if (!isFolderId(said.exerciseId)) this.#of(said.exerciseId).hear(said);
  }

  /** The student has typed or pasted into a terminal. Takes no time. */
  handleInput(exerciseId: ExerciseId, bytes: Buffer): void {
    if (!isFolderId(exerciseId)) this.#of(exerciseId).typed.add(bytes);
  }

  /** The workspace is about to go: what was told of it does not count in the next one. */
  forget(exerciseId: ExerciseId): void {
    this.#heard.get(exerciseId)?.drop();
    this.#heard.delete(exerciseId);
  }

  /** As `CoachHost` has it. */
  async leakIn(exerciseId: ProjectId, { text, by, seesFiles, unsaved }: TextToShow): Promise<GivenAway | undefined> {
    if (isFolderId(exerciseId)) return undefined;
    const own = await within(KNOWN_WITHIN_MS, this.#solutions.linesOf(exerciseId));
    return this.#queue.run(exerciseId, async () => {
      const judge = await this.#judgeOf(exerciseId, own);
      const written = async () => this.#written(exerciseId, { seesFiles, unsaved });
      const { leak, news } = (await judge?.judge(text, { where: 'workbench', written, keepsBack: true })) ?? {};
      if (leak === undefined || news === undefined) return undefined;
      const agent = by === 'model' ? 'coach' : await this.#agentOf(exerciseId);
      await this.#writeDown(() => this.#book.flag({ exerciseId, agent, where: 'workbench', ...leak }, news));
      return leak;
    });
  }

  /** Judges what was said so far, where the solution is known. */
  async close(): Promise<void> {
    for (const heard of this.#heard.values()) heard.flush();
    await Promise.all(this.#pending);
    await this.#queue.idle();
  }

  /** The one that was not asked for the longest is forgotten where there are too many. */
  #of(exerciseId: ExerciseId): HeardExercise {
    const heard: HeardExercise =
      this.#heard.get(exerciseId) ?? new HeardExercise((saying) => this.#judgeSoon(exerciseId, heard, saying));
    this.#heard.delete(exerciseId);
    this.#heard.set(exerciseId, heard);
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > MAX_HEARD && oldest !== undefined) this.forget(oldest);
    return heard;
  }

  #judgeSoon(exerciseId: ExerciseId, heard: HeardExercise, saying: Saying): void {
    const done: Promise<void> = this.#judge(exerciseId, heard, saying)
      .catch((error) => this.#host.log.warn({ err: error, exerciseId }, 'What a tutor has said could not be judged'))
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  async #judge(exerciseId: ExerciseId, heard: HeardExercise, saying: Saying): Promise<void> {
    const own = await this.#linesFor(exerciseId, heard);
    const { agent, place: where, text } = saying;
    await this.#queue.run(exerciseId, async () => {
      const judge = await this.#judgeOf(exerciseId, own);
      if (judge === undefined || this.#heard.get(exerciseId) !== heard) return;
      if (saying.isOld) return judge.remember(text);
      const unsaved = this.#options.unsavedOf(exerciseId);
      const written = () => this.#written(exerciseId, { seesFiles: true, unsaved });
      const { leak, news } = await judge.judge(text, { where, written });
      if (leak === undefined) return;
      const told = { exerciseId, agent };
      if (heard.flag(saying)) await this.#writeDown(() => this.#book.flag({ ...told, where, ...leak }, news));
      else await this.#writeDown(() => this.#book.addLines(told, news));
    });
  }

  /** Whoever closes waits for no lesson site. */
  #linesFor(exerciseId: ExerciseId, heard: HeardExercise): Promise<OwnLines> {
    if (this.#host.closing.aborted) return Promise.resolve(heard.judge?.own ?? []);
    return Promise.race([this.#solutions.linesOf(exerciseId), this.#closing]);
  }

  /** Undefined where there is nothing to tell, or the student knows it already. */
  async #judgeOf(exerciseId: ExerciseId, own: OwnLines): Promise<Judge | undefined> {
    if (own.length === 0 || (await isSolutionOpen(this.#host.store, exerciseId))) return undefined;
    const heard = this.#of(exerciseId);
    const known = heard.judge;
    // They may have been read again meanwhile; what was told before counts for as long as they say the same.
    if (known !== undefined && isDeepStrictEqual(known.own, own)) return known;
    heard.judge = new Judge(own);
    return heard.judge;
  }

  /** What the student has written, wherever they have. */
  async #written(exerciseId: ExerciseId, seen: Pick<TextToShow, 'seesFiles' | 'unsaved'>): Promise<string> {
    const saved = seen.seesFiles ? await studentsText(workspacePath(this.#host, exerciseId)) : [];
    return squeezedAll([...saved, ...seen.unsaved, this.#of(exerciseId).typed.read()]);
  }

  async #agentOf(exerciseId: ExerciseId): Promise<string> {
    const running = this.#host.work.of(exerciseId)?.agent;
    return running ?? (await findWorkspace(this.#host.store, exerciseId))?.agent ?? 'agent';
  }

  /** What is refused is refused also where the disk is full. */
  async #writeDown(write: () => Promise<void>): Promise<void> {
    await write().catch((error) => this.#host.log.error({ err: error }, 'A told solution could not be counted'));
  }
}

async function within(ms: number, lines: Promise<OwnLines>): Promise<OwnLines> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<OwnLines>((resolve) => {
    timer = setTimeout(() => resolve([]), ms);
  });
  try {
    return await Promise.race([lines, late]);
  } finally {
    clearTimeout(timer);
  }
}
