import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Student, temporaryFolder, waitUntil } from '../../src/index.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const KIT = join(ROOT, 'packages/exercise-kit/dist/cli.js');
const SITE = 'apps/learn-app';
/** What is made from the site's sources, or installed. */
const MADE = new Set(['node_modules', 'build', '.docusaurus', 'exercises']);
/** A first build of the site, while other tests run. */
const PREVIEW_WITHIN_MS = 120_000;

/** A project of an author's own: the lesson site's sources and the shared ones of the exercises, without any exercise. */
export interface Author extends AsyncDisposable {
  /** A path below the project. */
  at(...parts: string[]): string;
  /** Runs a command of the kit to its end. Resolves to its exit code and all it said. */
  kit(...args: string[]): Promise<{ code: number | null; said: string }>;
  /** Starts a preview. Resolves when it says where. */
  preview(id: string): Promise<Preview>;
}

interface Preview {
  address: string;
  /** The learner's folder of the exercise in this preview, once it was started. */
  workspace(): Promise<string>;
  /** Ctrl+C. Resolves to its exit code. */
  end(): Promise<number | null>;
}

export async function newAuthor(student: Student): Promise<Author> {
  const folder = await temporaryFolder();
  const at = (...parts: string[]) => join(folder.path, ...parts);
  await mkdir(at('exercises'));
  const isSource = (path: string) => !MADE.has(basename(path));
  await cp(join(ROOT, SITE), at(SITE), { recursive: true, filter: isSource });
  await symlink(join(ROOT, SITE, 'node_modules'), at(SITE, 'node_modules'));
  await symlink(join(ROOT, 'packages'), at('packages'));
  for (const name of ['_policy.md', '_lib'])
    await cp(join(ROOT, 'exercises', name), at('exercises', name), { recursive: true });
  const running = new Set<ChildProcess>();
  const start = (args: readonly string[]) => {
    const child = spawn(process.execPath, [KIT, ...args], {
      cwd: folder.path,
      env: student.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    return { child, heard: listen(child) };
  };
  return {
    at,
    async kit(...args) {
      const { child, heard } = start(args);
      await once(child, 'close');
      return { code: child.exitCode, said: heard.text };
    },
    async preview(id) {
      const { child, heard } = start(['preview', id, '--no-open', '--agent', 'shell', '--verbose']);
      const address = await waitUntil(
        () => addressIn(heard.text, child),
        () => `the preview said:\n${heard.text}`,
        PREVIEW_WITHIN_MS,
      );
      return { address, workspace: () => workspaceOf(student, id), end: () => end(child) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map(end));
      await folder[Symbol.asyncDispose]();
    },
  };
}

function listen(child: ChildProcess): { text: string } {
  const heard = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      heard.text += text;
    });
  }
  return heard;
}

function addressIn(text: string, child: ChildProcess): string | undefined {
  if (child.exitCode !== null) throw new Error(`The preview ended with ${child.exitCode}:\n${text}`);
  return /^Preview of [^:]+: (\S+)$/m.exec(text)?.[1];
}

/** The preview keeps its home among the temporary files. */
async function workspaceOf({ env }: Student, id: string): Promise<string> {
  const temporary = env.TMPDIR ?? '';
  const homes = (await readdir(temporary)).filter((name) => name.startsWith('exercise-preview-'));
  return join(temporary, homes[0] ?? 'no preview', 'af-practice', id);
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = once(child, 'close');
  child.kill('SIGINT');
  await closed;
  return child.exitCode;
}
