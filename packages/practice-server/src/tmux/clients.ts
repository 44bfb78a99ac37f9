import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PracticeError, type SessionId } from '@agent-factory/protocol';
import { OWN_CLIENT_OPTION } from './config/config-file.js';
import { type Skills, skillsOf } from './config/versions.js';
import { ControlClient } from './control/control-client.js';
import type { ControlEvents } from './control/control-stream.js';
import { parseSnapshot, type Snapshot, snapshotCommands } from './control/snapshot.js';
import type { TmuxProgram } from './program.js';

/** Time a page has for its largest paste: 64 MiB over a slow line. A page that is gone is noticed long before. */
const PASTE_TIMEOUT_MS = 10 * 60_000;
/** A client that listens stays as long as its session: no timer is longer than this, 24.8 days. */
const LISTEN_TIMEOUT_MS = 2 ** 31 - 1;
/** Prefix of the names of paste buffers; each gets a unique suffix. */
const PASTE_BUFFER = 'af-paste-';

/** A client that listens to a session. */
export interface Listener {
  /** Resolves when it hears nothing more: the session is over, or it was closed. */
  readonly ended: Promise<void>;
  /**
   * `take` gets what is on the screen of a pane, by default that of the session, before anything is heard that was
   * printed afterwards; undefined if the pane is gone.
   */
  snapshot(pane: string | undefined, take: (snapshot: Snapshot | undefined) => void): void;
  /** The environment in which the session was started: lines of `NAME=value`. */
  environment(): Promise<string[]>;
  /** Resolves when everything was heard that has happened so far. */
  catchUp(): Promise<void>;
  /** Leaves the session, once everything was heard that has happened so far. Safe to call twice. */
  close(): Promise<void>;
}

/** The tmux clients of sessions: how to start, redraw and feed them. */
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
   * Draws the whole screen for the client on this terminal, now. Never rejects: a client that is gone
   * needs no redraw. A resize signal would do the same sooner, but make this client the one whose size counts.
   */
  async redraw(sessionId: SessionId, tty: string): Promise<void> {
    await this.#program.run(sessionId, ['refresh-client', '-t', tty]);
  }

  /**
   * Pastes the whole stream into the session's program, byte for byte, bracketed if the program asked for
   * that. Rejects with `paste_failed` if nothing arrived. It takes two steps, because to tmux a broken
   * stream looks like one that has ended.
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

  /** A client that hears all that the session's programs print from now on, and asks tmux in between. */
  async listen(sessionId: SessionId, events: Omit<ControlEvents, 'onReply'>): Promise<Listener> {
    const { controlFlags, blanksFlags } = await this.#learn(sessionId);
    const args = ['-C', 'attach-session', ...controlFlags, '-t', `=${sessionId}`];
    const limits = { timeoutMs: LISTEN_TIMEOUT_MS };
    const client = new ControlClient((io) => this.#program.run(sessionId, args, { ...limits, ...io }), events);
    return {
      ended: client.ended,
      catchUp: () => client.catchUp(),
      close: () => client.close(),
      snapshot(pane, take) {
        const commands = snapshotCommands(pane ?? `=${sessionId}:`, blanksFlags);
        client.ask(commands, (answers) => take(answers && parseSnapshot(answers)));
      },
      environment: () =>
        new Promise((resolve) => {
          client.ask(['show-environment -g'], (answers) => resolve(answers?.[0]?.map(String) ?? []));
        }),
    };
  }

  /** Makes Ctrl+\ leave the session in this client, which runs in the student's own terminal. */
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

  /** Also removes what a daemon that died during a paste left behind. */
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
