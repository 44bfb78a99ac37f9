import type { ClientMessageType, ClientPayload, HintLevel } from '@agent-factory/protocol/coach';
import { Coaching } from './coach/coaching.js';
import { IdleWatch } from './coach/idle.js';
import { localProblem, type NewProblem, withProblem } from './coach/problems.js';
import { Line } from './connection/line.js';
import { Requests } from './connection/requests.js';
import { Documents } from './documents/documents.js';
import { FrontTab } from './documents/front-tab.js';
import type { DocumentsHost } from './documents/host.js';
import { makeParts } from './documents/make-parts.js';
import { WindowDrafts } from './drafts/window-drafts.js';
import { Greeting } from './greeting.js';
import { INITIAL_STATE } from './initial-state.js';
import { KataRoom } from './katas/kata-room.js';
import { Solutions } from './katas/solutions.js';
import { MindRoom } from './mind/mind-room.js';
import { StatusWatch } from './mind/status-watch.js';
import { type Settled, settle, type WorkbenchOptions } from './options.js';
import { createCoachRest } from './rest/coach-rest.js';
import { createMindRest } from './rest/mind-rest.js';
import { Selections } from './selections.js';
import type { WorkbenchEvent, WorkbenchState } from './state.js';
import { Emitter } from './store/emitter.js';
import { Store } from './store/store.js';
import { FileTree } from './tree/file-tree.js';

/** Milliseconds between two looks at the rows while the tree changes a lot: one frame. */
const TREE_EVERY_MS = 16;

/** The parts of a Workbench, and how they are put together. */
export class Assembly {
  readonly store = new Store<WorkbenchState>(INITIAL_STATE);
  readonly events = new Emitter<WorkbenchEvent>();
  readonly requests = new Requests();
  readonly coaching = new Coaching((parts) => this.store.set(parts));
  readonly mind: MindRoom;
  readonly katas: KataRoom;
  readonly solutions: Solutions;
  readonly documents: Documents;
  readonly tree: FileTree;
  readonly selections: Selections;
  readonly idle: IdleWatch;
  readonly rest;
  readonly #settled: Settled;
  readonly #line: Line;
  readonly #front: FrontTab;
  readonly #drafts: WindowDrafts;
  readonly #status: StatusWatch;
  readonly #greeting: Greeting;
  #stopWatching: () => void;
  #cancelTree: (() => void) | undefined;
  #problems = 0;
  /** Chosen without a connection. */
  #chosenLevel: HintLevel | undefined;

  constructor(options: WorkbenchOptions) {
    this.#settled = settle(options);
    const { clock, page, storage, projectId, drafts, window } = this.#settled;
    this.#drafts = new WindowDrafts({ drafts, clock, window, project: projectId });
    this.#front = new FrontTab(storage, projectId);
    this.#line = this.#makeLine();
    const host = this.#documentsHost();
    const rest = createMindRest(this.#settled);
    this.mind = new MindRoom(host, (mind) => this.store.set({ mind }));
    this.katas = new KataRoom({ ...host, rest }, (katas) => this.store.set({ katas }));
    this.solutions = new Solutions({ storage, clock, onLost: () => this.tell(localProblem('solution_not_kept')) });
    this.#status = new StatusWatch({
      ...{ rest, page, isOpen: () => this.#greeting.isGreeted },
      onStatus: (status) => this.mind.handleStatus(status),
    });
    const place = { host, drafts: this.#drafts };
    this.documents = new Documents(host, (path, document) => makeParts(path, document, place));
    this.tree = new FileTree({
      glowOf: (path) => this.store.snapshot().shown.glows.get(path),
      isDirty: (path) => this.documents.tabs.get(path)?.shown.dirty ?? false,
      ask: (path) => this.send('explorer:expand_dir', { path }),
      changed: () => this.#showTreeSoon(),
    });
    this.selections = new Selections(clock, (selection) => this.send('editor:selection', selection));
    this.idle = new IdleWatch(clock, {
      onStart: (lastActionTimestamp) => this.send('user:idle_start', { lastActionTimestamp }),
      onEnd: () => this.send('user:idle_end', {}),
    });
    this.rest = createCoachRest(this.#settled);
    this.#greeting = new Greeting({
      ...{ rooms: this, store: this.store, status: this.#status, front: this.#front, drafts: this.#drafts },
      onGreeted: () => this.#chosenLevel !== undefined && this.setHintLevel(this.#chosenLevel),
    });
    this.#stopWatching = page.onLeave(() => {
      this.documents.keepUnsaved();
      this.solutions.keep();
    });
  }

  get projectId(): string {
    return this.#settled.projectId;
  }

  get serverUrl(): string {
    return this.#settled.serverUrl();
  }

  connect(): void {
    this.#line.connect();
  }

  dispose(): void {
    this.#line.dispose();
    this.documents.dispose();
    this.katas.dispose();
    this.solutions.keep();
    this.#status.dispose();
    this.#drafts.dispose();
    this.selections.dispose();
    this.idle.dispose();
    this.#stopWatching();
    this.#cancelTree?.();
    const { drafts, hasOwnDrafts } = this.#settled;
    if (hasOwnDrafts) void drafts.close();
  }

  send<Type extends ClientMessageType>(type: Type, payload: ClientPayload<Type>, id?: string): boolean {
    return this.#line.send(type, payload, id);
  }

  tell(problem: NewProblem): void {
    this.#problems += 1;
    const { problems } = this.store.snapshot();
    this.store.set({ problems: withProblem(problems, problem, String(this.#problems)) });
  }

  dismissProblem(id: string): void {
    const { problems } = this.store.snapshot();
    this.store.set({ problems: problems.filter((problem) => problem.id !== id) });
  }

  setHintLevel(level: HintLevel): void {
    const previousLevel = this.coaching.hintLevel;
    if (level === previousLevel) return;
    this.coaching.set({ hintLevel: level });
    const isSent = this.send('hints:level_change', { level, previousLevel });
    this.#chosenLevel = isSent ? undefined : level;
  }

  #makeLine(): Line {
    const { url, openSocket, clock, page, version } = this.#settled;
    return new Line({
      url,
      openSocket,
      clock,
      page,
      hello: () => ({ version, platform: 'browser', windowSize: page.size() }),
      onState: (state) => this.#greeting.handleConnection(state),
      onMessage: (message) => this.#greeting.handleMessage(message),
      onInvalid: () => this.tell(localProblem('unexpected_answer')),
    });
  }

  #documentsHost(): DocumentsHost {
    const line = this.#line;
    return {
      clock: this.#settled.clock,
      requests: this.requests,
      get isOpen() {
        return line.isOpen;
      },
      get waitingBytes() {
        return line.waitingBytes;
      },
      send: line.send.bind(line),
      emit: (event) => this.events.emit(event),
      changed: () => this.#showDocuments(),
      tell: (problem) => this.tell(problem),
    };
  }

  #showDocuments(): void {
    const { tabs } = this.documents;
    this.#front.keep(tabs.activePath);
    this.store.set({ documents: tabs.views(), activePath: tabs.activePath });
  }

  #showTreeSoon(): void {
    this.#cancelTree ??= this.#settled.clock.after(TREE_EVERY_MS, () => {
      this.#cancelTree = undefined;
      const { revision } = this.store.snapshot().tree;
      const { rowCount, isLoaded } = this.tree;
      this.store.set({ tree: { revision: revision + 1, rowCount, loaded: isLoaded } });
    });
  }
}
