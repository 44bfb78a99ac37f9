import type { ProjectState } from '@agent-factory/protocol/coach';
import { BufferCache } from '../../buffers/buffer-cache.js';
import { ProjectFiles } from '../../files/project-files.js';
import { ProjectFolder, type ProjectFolderOptions } from '../../files/project-folder.js';
import { ProjectWatch } from '../../watch/project-watch.js';
import type { WatchEvent } from '../../watch/watch-event.js';

/** What whoever watches a project gets to know. */
export interface DiskListener {
  onEvents(events: readonly WatchEvent[]): void;
  /** From now on it is watched in another way, or not at all. */
  onWatchingChanged(): void;
  onError(error: unknown): void;
}

type Watching = ProjectState['watching'];

const GONE = 'The folder of the project was deleted, moved or replaced. Put it back, and load the page again.';

/** The folder of a project, with what is typed into its files, and what happens to them. */
export class ProjectDisk {
  readonly folder: ProjectFolder;
  readonly files: ProjectFiles;
  readonly buffers: BufferCache;
  #watch: ProjectWatch | undefined;
  #watching: Watching = { by: 'nothing' };
  #isGone = false;

  /** Throws what `ProjectFolder.open` throws. */
  static async open(path: string, options?: ProjectFolderOptions): Promise<ProjectDisk> {
    return new ProjectDisk(await ProjectFolder.open(path, options));
  }

  /** The folder that is at the same place now, with nothing typed. Throws what `ProjectFolder.again` throws. */
  async again(): Promise<ProjectDisk> {
    return new ProjectDisk(await this.folder.again());
  }

  private constructor(folder: ProjectFolder) {
    this.folder = folder;
    this.files = new ProjectFiles(folder);
    this.buffers = new BufferCache(this.files);
  }

  get watching(): Watching {
    return this.#watching;
  }

  /** Whether it is still the folder that was opened, and whoever watches it would notice if not. */
  async isWhole(): Promise<boolean> {
    return !this.#isGone && (await this.folder.isThere());
  }

  /** Only where somebody looks: watching a large project costs memory. Does nothing where it is watched already. */
  watch(listener: DiskListener): void {
    if (this.#watch !== undefined) return;
    const change = (watching: Watching) => {
      this.#watching = watching;
      listener.onWatchingChanged();
    };
    const watch = new ProjectWatch({
      files: this.files,
      onEvents: (events) => listener.onEvents(events),
      onPolling: (reason) => change({ by: 'polling', reason }),
      onGone: () => {
        this.#isGone = true;
        change({ by: 'nothing', reason: GONE });
      },
      onError: (error) => listener.onError(error),
    });
    this.#watch = watch;
    this.#watching = { by: 'events' };
    // What came between reading the tree for a page and watching all of it was told by nobody.
    void watch.ready.then(() => {
      if (this.#watch === watch) listener.onEvents([{ action: 'rescan', path: '' }]);
    });
  }

  /** Idempotent; it can be watched again. */
  async unwatch(): Promise<void> {
    const watch = this.#watch;
    this.#watch = undefined;
    this.#watching = { by: 'nothing' };
    await watch?.close();
  }
}
