import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installProgram, programPath } from '../../machine/programs.js';
import { socketFolder } from '../../machine/socket-folder.js';
import { type TemporaryFolder, temporaryFolder } from '../../machine/temporary-folder.js';
import { SHELL_PROMPT } from '../../student.js';

const run = promisify(execFile);

/** Built: it runs in the daemon's process, which takes no TypeScript. */
const CLOCK_PRELOAD = fileURLToPath(new URL('../../../dist/chaos/clock-preload.js', import.meta.url));

/** The disk of a home that can be filled: what a session writes is a few megabytes. */
const DISK_MB = 64;

/** How long the agent runs, in sevenths of a second. */
const AGENT_TICKS = 40;

/** The line after which Ctrl+C ends the agent as it ends any program; without it, the agent sees to its own end. */
export const AGENT_FALLS = 'fall';

/** An AI CLI in name only: it ticks, hears what is typed (its time may be up in mid-line), and ends by itself. */
const AGENT = `#!/bin/bash
case "$1" in
  --version) echo '2.1.330 (Claude Code)'; exit 0 ;;
  auth) echo '{"loggedIn": true}'; exit 0 ;;
esac
trap 'exit 130' INT
echo agent is here
part=
for ((tick = 0; tick < ${AGENT_TICKS}; tick++)); do
  if read -r -t 0.15 line; then
    line=$part$line
    part=
    echo "heard $line"
    if [ "$line" = ${AGENT_FALLS} ]; then trap - INT; sleep 5; fi
  else
    part=$part$line
    echo "tick $tick"
  fi
done
exit 7
`;

/** Name of the agent's program; it is Claude Code's. */
export const AGENT_PROGRAM = 'claude';

/** A student's machine: a home, perhaps on its own small disk, and a PATH whose programs can go missing. */
export class ChaosHome implements AsyncDisposable {
  readonly #folder: TemporaryFolder;
  readonly onSmallDisk: boolean;
  readonly env: Readonly<Record<string, string>>;

  private constructor(folder: TemporaryFolder, onSmallDisk: boolean, path: string) {
    this.#folder = folder;
    this.onSmallDisk = onSmallDisk;
    this.env = {
      PATH: path,
      HOME: this.path,
      AF_PRACTICE_HOME: this.path,
      USER: 'student',
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      TMPDIR: join(folder.path, 'tmp'),
      NODE_OPTIONS: `--import=${CLOCK_PRELOAD}`,
      PRACTICE_CHAOS_CLOCK: this.clockPath,
    };
  }

  static async make({ smallDisk }: { smallDisk: boolean }): Promise<ChaosHome> {
    // So short that the sockets are below the home, as on a student's machine.
    const folder = await temporaryFolder('af-c-');
    const path = join(folder.path, 'home');
    await mkdir(path);
    await mkdir(join(folder.path, 'tmp'));
    const onSmallDisk = smallDisk && (await mountSmallDisk(path));
    try {
      const programs = await programPath(join(folder.path, 'programs'), { agents: [], without: ['tmux'] });
      await installProgram(join(folder.path, 'programs'), 'tmux');
      const home = new ChaosHome(folder, onSmallDisk, programs);
      await home.#fill();
      return home;
    } catch (error) {
      if (onSmallDisk) await run('umount', ['-l', path]);
      await folder[Symbol.asyncDispose]();
      throw error;
    }
  }

  get path(): string {
    return join(this.#folder.path, 'home');
  }

  /** What the daemon prints, over all its lives: not on the student's disk, which may be full. */
  get logPath(): string {
    return join(this.#folder.path, 'daemon.log');
  }

  get clockPath(): string {
    return join(this.#folder.path, 'clock');
  }

  get discoveryPath(): string {
    return join(this.path, '.af-practice-server.json');
  }

  get statePath(): string {
    return join(this.path, '.af-practice');
  }

  workspace(exerciseId: string): string {
    return join(this.path, 'af-practice', exerciseId);
  }

  /** Shifts the daemon's time of day from the system's, in milliseconds. */
  async shiftClock(ms: number): Promise<void> {
    const next = `${this.clockPath}.next`;
    await writeFile(next, String(ms));
    await rename(next, this.clockPath);
  }

  /** Takes a program off the PATH, until the returned function is called. */
  async hide(program: string): Promise<() => Promise<void>> {
    const path = join(this.#bin, program);
    await rename(path, `${path}.away`);
    return () => rename(`${path}.away`, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(socketFolder(this.path), { recursive: true, force: true });
    if (this.onSmallDisk) await run('umount', ['-l', this.path]);
    await this.#folder[Symbol.asyncDispose]();
  }

  get #bin(): string {
    return join(this.#folder.path, 'programs', 'agents');
  }

  async #fill(): Promise<void> {
    const profile = `PS1='${SHELL_PROMPT}'\nunset HISTFILE\nexport PATH='${this.env.PATH}'\n`;
    await writeFile(join(this.path, '.bash_profile'), profile);
    await writeFile(join(this.#bin, AGENT_PROGRAM), AGENT, { mode: 0o755 });
    await this.shiftClock(0);
  }
}

/** A disk in memory needs the right to mount one; false without it. */
async function mountSmallDisk(path: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'practice-chaos', path]).then(
    () => true,
    () => false,
  );
}
