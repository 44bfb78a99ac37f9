import type { Visibility } from '@agent-factory/protocol/coach';
import { Connection, type PageConnection } from '../messages/connection.js';
import type { EndStatus } from '../mind/mind.js';
import { forgetRows } from '../store/entities/forget.js';
import { callTool, type ToolCaller } from '../tools/call-tool.js';
import { unsavedOf } from '../tools/guidance.js';
import type { RequestInput, RequestName, RequestOutput } from '../tools/requests.js';
import { diskNews } from '../workplace/disk/disk-news.js';
import { ProjectDisk } from '../workplace/disk/project-disk.js';
import { Page, type PageFacts, type PageLink } from '../workplace/page.js';
import { announceState } from '../workplace/state.js';
import { makeWorkplace, type Workplace, type WorkplaceOptions } from '../workplace/workplace.js';
import { finishSession } from './finish-session.js';
import { Linger } from './linger.js';

/** Milliseconds that a project stays as it is after its last page is gone: a page that is loaded again comes back. */
const LINGER_MS = 60_000;

export interface CoachedProjectOptions extends Omit<WorkplaceOptions, 'disk'> {
  /** Nobody needs it any more. */
  readonly onIdle: () => void;
  readonly lingerMs?: number | undefined;
}

/** A project in which a student is coached: its pages, its agent, and what they share. */
export class CoachedProject {
  readonly #workplace: Workplace;
  readonly #linger: Linger;
  #reopening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  /** Throws what opening its folder throws. */
  static async open(options: CoachedProjectOptions): Promise<CoachedProject> {
    const { host, place } = options;
    const disk = await ProjectDisk.open(place.folder, { ours: host.ours });
    return new CoachedProject(await makeWorkplace({ ...options, disk }), options);
  }

  private constructor(workplace: Workplace, { onIdle, lingerMs = LINGER_MS }: CoachedProjectOptions) {
    this.#workplace = workplace;
    this.#linger = new Linger(lingerMs, () => {
      if (workplace.audience.size > 0) return;
      // Without a page, nobody is told what happens to the files.
      void workplace.disk.unwatch().catch((error) => workplace.host.logFailure(error, 'A watch could not be ended'));
      if (!this.hasSession) onIdle();
    });
    this.#linger.restart();
  }

  get hasSession(): boolean {
    return this.#workplace.session.current !== undefined;
  }

  get connectionCount(): number {
    return this.#workplace.audience.size;
  }

  /** What its pages have said of themselves. */
  get pages(): readonly PageFacts[] {
    return this.#workplace.audience.facts;
  }

  /** Texts that the student has typed and not saved. */
  get unsaved(): readonly string[] {
    return unsavedOf(this.#workplace);
  }

  /** Whether its folder is still the one that was opened. */
  isWhole(): Promise<boolean> {
    return this.#workplace.disk.isWhole();
  }

  /** It is needed: it does not close itself for now. */
  touch(): void {
    if (this.#closing === undefined) this.#linger.restart();
  }

  /** A page comes. Throws `too_many_connections`. */
  connect(link: PageLink): PageConnection {
    const page = new Page(link);
    this.#workplace.audience.add(page);
    this.#workplace.disk.watch(diskNews(this.#workplace));
    return new Connection(this.#workplace, page, () => this.touch());
  }

  /** A tool, or a request for the project's files. Throws a PracticeError that tells an agent what to do. */
  callTool<Name extends RequestName>(
    name: Name,
    input: RequestInput<Name>,
    caller: ToolCaller,
  ): Promise<RequestOutput<Name>> {
    this.touch();
    return callTool(this.#workplace, { name, input, caller });
  }

  async beginSession(): Promise<void> {
    await this.#workplace.session.begin();
    this.#workplace.mind.wake((mind) => mind.sessionBegan(this.#workplace));
    await announceState(this.#workplace);
  }

  async endSession(status: EndStatus): Promise<void> {
    await finishSession(this.#workplace, status);
    this.touch();
  }

  async setVisibility(visibility: Visibility): Promise<void> {
    const { choices, host, place } = this.#workplace;
    const before = choices.now.visibility;
    await choices.change({ visibility });
    if (visibility !== before) host.onSightChanged(place.project.id);
    await announceState(this.#workplace);
  }

  /** Everything that belongs to the work so far goes; what the student has chosen to show stays chosen. */
  async forget(): Promise<void> {
    const { host, place, session, pointers, open, choices } = this.#workplace;
    session.forget();
    pointers.clear();
    open.clear();
    await forgetRows(host.store, place.project.id);
    await choices.reload();
    await this.#reopening?.catch(() => undefined);
    await this.#reopen({ keepsTyped: false });
  }

  /** Goes on in the folder that is there now, and tells the pages; what is typed stays. Throws what opening it throws. */
  reopen(): Promise<void> {
    this.#reopening ??= this.#reopen({ keepsTyped: true }).finally(() => {
      this.#reopening = undefined;
    });
    return this.#reopening;
  }

  async #reopen({ keepsTyped }: { readonly keepsTyped: boolean }): Promise<void> {
    const workplace = this.#workplace;
    const disk = await workplace.disk.again();
    await workplace.disk.unwatch();
    if (keepsTyped) disk.buffers.takeUnsaved(workplace.disk.buffers);
    workplace.disk = disk;
    if (workplace.audience.size > 0) disk.watch(diskNews(workplace));
    await announceState(workplace);
  }

  /** Idempotent. Its session, if there is one, goes on when the daemon comes back. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { audience, session, disk } = this.#workplace;
    this.#linger.stop();
    session.forget();
    audience.close();
    await disk.unwatch();
  }
}
