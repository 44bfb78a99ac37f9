import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PracticeError, type SessionId } from '@agent-factory/protocol';
import { OWN_CLIENT_OPTION } from './config/config-file.js';
import { type Skills, skillsOf } from './config/versions.js';
import type { TmuxProgram } from './program.js';

/** Time a page has for its largest paste: 64 MiB over a slow line. A page that is gone is noticed long before. */
const PASTE_TIMEOUT_MS = 10 * 60_000;
/** How the buffers of pastes are called, each with a name of its own behind it. */
const PASTE_BUFFER = 'af-paste-';

/** The clients of sessions: how to start one, what one is shown, what is put in through one. */
export class Clients {
  readonly #program: TmuxProgram;
  readonly #skills = new Map<SessionId, Skills>();

  constructor(program: TmuxProgram) {
    this.#program = program;
  }

  /** The session is over; another tmux may serve the next one. */
  forget(sessionId: SessionId): void {
    this.#skills.delete(sessionId);
  }

  /** Argument list of a client that attaches to the session, to be run in a PTY. */
  attachArgv(sessionId: SessionId): string[] {
    return ['tmux', ...this.#program.args(sessionId), 'attach-session', '-t', `=${sessionId}`];
  }

  /** Argument list of a client that only watches, to be run in a PTY. */
  async watchArgv(sessionId: SessionId): Promise<string[]> {
    const { watchFlags } = await this.#learn(sessionId);
    return ['tmux', ...this.#program.args(sessionId), 'attach-session', ...watchFlags, '-t', `=${sessionId}`];
  }

  /**
   * Draws the whole screen for the client on this terminal, now. Never rejects: who is gone needs none. The
   * signal of a new size would do the same sooner, and make that client the one whose size counts.
   */
  async redraw(sessionId: SessionId, tty: string): Promise<void> {
    await this.#program.run(sessionId, ['refresh-client', '-t', tty]);
  }

  /**
   * Puts everything the stream holds into the session's program, byte for byte and in brackets where the
   * program asked for them. Rejects with `paste_failed` where nothing of it got there. Two steps, since
   * the end of a stream that broke looks to tmux like the end of the text.
   */
  async paste(sessionId: SessionId, input: Readable, signal: AbortSignal): Promise<void> {
    const { rawPasteFlags } = await this.#learn(sessionId);
    const buffer = ['-b', PASTE_BUFFER + randomUUID()];
    const load = { input, signal, timeoutMs: PASTE_TIMEOUT_MS };
    const loaded = await this.#program.run(sessionId, ['load-buffer', ...buffer, '-'], load);
    const isWhole = loaded.exitCode === 0 && !signal.aborted;
    const flags = ['-p', '-r', ...rawPasteFlags, '-d', ...buffer, '-t', `=${sessionId}:`];
    const pasted = isWhole ? await this.#program.run(sessionId, ['paste-buffer', ...flags]) : loaded;
    if (isWhole && pasted.exitCode === 0) return;
    await this.#program.run(sessionId, ['delete-buffer', ...buffer]);
    throw new PracticeError('paste_failed', pasted.stderr.trim() || 'it was given up on the way');
  }

  /** Makes Ctrl+\ leave the session in this client, which runs in a terminal of the student's own. */
  async nameOwnClient(sessionId: SessionId, pid: number): Promise<void> {
    await this.#program.run(sessionId, ['set-option', '-t', `=${sessionId}:`, OWN_CLIENT_OPTION, String(pid)]);
  }

  /** How many bytes tmux has written to each client of the session, by the client's terminal. */
  async bytesWritten(sessionId: SessionId): Promise<Map<string, number>> {
    const result = await this.#program.run(sessionId, ['list-clients', '-F', '#{client_tty} #{client_written}']);
    const rows = result.stdout.split('\n').map((line) => line.split(' '));
    return new Map(rows.map(([tty = '', bytes]) => [tty, Number(bytes)]));
  }

  async #learn(sessionId: SessionId): Promise<Skills> {
    const skills = this.#skills.get(sessionId) ?? (await this.#askSkills(sessionId));
    this.#skills.set(sessionId, skills);
    return skills;
  }

  /** Also takes away what a daemon that died in the middle of a paste has left behind. */
  async #askSkills(sessionId: SessionId): Promise<Skills> {
    const { stdout } = await this.#program.run(sessionId, [
      'list-commands',
      ';',
      'list-buffers',
      '-F',
      '#{buffer_name}',
    ]);
    for (const name of stdout.split('\n').filter((line) => line.startsWith(PASTE_BUFFER)))
      await this.#program.run(sessionId, ['delete-buffer', '-b', name]);
    return skillsOf(stdout);
  }
}
