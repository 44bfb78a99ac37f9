import { AttachedViewer } from '../../src/grid/attached-viewer.js';
import { killTmuxServer, startTmuxSession, type TmuxPane, type TmuxServer } from '../../src/machine/tmux.js';
import { newStudent, type Student } from '../../src/student.js';

/** Columns and rows. */
export type Size = readonly [cols: number, rows: number];

export const SIZE: Size = [80, 24];

/** A tmux server of a student's own with one session, and a viewer that is attached to it. */
export class GridLesson implements AsyncDisposable {
  readonly #student: Student;
  readonly #server: TmuxServer;
  #pane: TmuxPane | undefined;
  #viewer: AttachedViewer | undefined;

  static async open(): Promise<GridLesson> {
    return new GridLesson(await newStudent({ agents: [] }));
  }

  private constructor(student: Student) {
    this.#student = student;
    this.#server = { socket: 'grid', env: student.env };
  }

  get pane(): TmuxPane {
    if (this.#pane === undefined) throw new Error('Nothing is shown');
    return this.#pane;
  }

  get viewer(): AttachedViewer {
    if (this.#viewer === undefined) throw new Error('Nobody looks');
    return this.#viewer;
  }

  async show(argv: readonly string[], [cols, rows] = SIZE): Promise<void> {
    this.#pane = await startTmuxSession(this.#server, { name: 'grid', cwd: this.#student.home, cols, rows, argv });
    this.#viewer = new AttachedViewer(this.#server, 'grid', cols, rows);
  }

  /** Prints the text, and waits until tmux has its end. What is typed then is echoed. */
  async paint(text: string, end: string, size?: Size): Promise<void> {
    await this.show(['sh', '-c', 'printf %s "$1"; read -r _', 'sh', text], size);
    await this.pane.waitForScreen(end);
  }

  /** Another viewer takes the place of this one. */
  async attachAgain([cols, rows]: Size): Promise<void> {
    await this.leave();
    this.#viewer = new AttachedViewer(this.#server, 'grid', cols, rows);
  }

  /** Nobody looks any more. */
  async leave(): Promise<void> {
    await this.#viewer?.[Symbol.asyncDispose]();
    this.#viewer = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave();
    await killTmuxServer(this.#server);
    await this.#student[Symbol.asyncDispose]();
  }
}
