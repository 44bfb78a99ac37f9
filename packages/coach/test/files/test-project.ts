import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ProjectFiles } from '../../src/files/project-files.js';
import { ProjectFolder } from '../../src/files/project-folder.js';

/** A project in a folder of its own, with another one beside it that belongs to nobody's project. */
export class TestProject implements AsyncDisposable {
  readonly parent: string;
  readonly folder: ProjectFolder;
  readonly files: ProjectFiles;

  static async make(tree: Record<string, string | Buffer> = {}): Promise<TestProject> {
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'coach-')));
    await mkdir(join(parent, 'project'));
    await mkdir(join(parent, 'outside'));
    await writeFile(join(parent, 'outside', 'secret.txt'), 'secret');
    const made = new TestProject(parent, await ProjectFolder.open(join(parent, 'project')));
    for (const [path, content] of Object.entries(tree)) await made.write(path, content);
    return made;
  }

  private constructor(parent: string, folder: ProjectFolder) {
    this.parent = parent;
    this.folder = folder;
    this.files = new ProjectFiles(folder);
  }

  get root(): string {
    return this.folder.root;
  }

  at(...path: string[]): string {
    return join(this.root, ...path);
  }

  outside(...path: string[]): string {
    return join(this.parent, 'outside', ...path);
  }

  /** As another program does it. */
  async write(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(this.at(path)), { recursive: true });
    await writeFile(this.at(path), content);
  }

  async link(path: string, target: string): Promise<void> {
    await mkdir(dirname(this.at(path)), { recursive: true });
    await symlink(target, this.at(path));
  }

  read(path: string): Promise<string> {
    return readFile(this.at(path), 'utf8');
  }

  /** Everything beside the project, as text. */
  async outsideNow(): Promise<Record<string, string>> {
    const names = await readdir(this.outside(), { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(await Promise.all(files.map(async (path) => [path, await readFile(path, 'utf8')])));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.parent, { recursive: true, force: true, maxRetries: 3 });
  }
}
