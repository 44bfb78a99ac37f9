/** The coach's MCP server, as one session reaches it. */
export interface CoachServer {
  /** Such as `http://127.0.0.1:3100/mcp`. */
  readonly url: string;
  /** By which the server knows the session: `Authorization: Bearer <secret>`. */
  readonly secret: string;
}

/** Where a coached session starts. */
export interface CoachingPlace {
  readonly server: CoachServer;
  /** Absolute path of a folder of ours for what `writeCoaching` writes, for this session alone. */
  readonly folder: string;
  /** Absolute path of the folder the agent works in. */
  readonly workspace: string;
  /** Absolute path of the CLI's program. */
  readonly program: string;
  /** The environment that the session has anyway. */
  readonly env: Record<string, string>;
}

/** A file for its owner alone: it may hold the secret. */
export interface CoachingFile {
  /** Below the folder of the session. */
  readonly path: string;
  readonly text: string;
}

/** Something of the student's that the CLI shall find below the folder of the session as well. */
export interface CoachingLink {
  /** Below the folder of the session. */
  readonly path: string;
  /** Absolute path. It need not be there yet. */
  readonly target: string;
  /** The CLI makes files in it, so it has to be there: it is made, as the CLI itself would. */
  readonly isFolder: boolean;
}

/** What makes a CLI a coach, in one session. */
export interface Coaching {
  /** Arguments, in the terminal and in the chat. Others can see them, so the secret is in none. */
  readonly args: readonly string[];
  /** Variables of this one session. They may hold the secret: they are no arguments of anything, such as of tmux. */
  readonly environment: Readonly<Record<string, string>>;
  readonly files: readonly CoachingFile[];
  readonly links: readonly CoachingLink[];
}

/**
 * How a CLI is made a coach: it reaches the coach's tools, and has none of its own that write or run anything. That is
 * for one session. The student's configuration stays as it is.
 */
export interface CoachingForm {
  /** The oldest version that was seen to obey. Left out where none could be tried. */
  readonly since?: string;
  /** Whether it can be given the coach's tools. */
  readonly hasTools: boolean;
  /** Whether its chat obeys, too. */
  readonly hasChat: boolean;
  /** Looks at what the student has set up, and changes nothing. Rejects with `agent_failed` if that cannot be read. */
  prepare(place: CoachingPlace): Promise<Coaching>;
}
