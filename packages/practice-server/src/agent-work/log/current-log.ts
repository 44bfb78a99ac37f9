import type { AgentCli } from '@agent-factory/agent-cli';

/** Where the agent of a session runs, and since when. */
export interface AgentPlace {
  readonly cli: AgentCli;
  /** The id that its conversation was started with; some CLIs choose another. */
  readonly conversationId: string;
  /** Absolute path. */
  readonly workspace: string;
  /** When the workspace was made: what is older belongs to another. */
  readonly workspaceSince: Date;
  /** When the session began. */
  readonly since: Date;
  /** The name of its tmux session. */
  readonly tmuxSession: string;
  /** What the agent gets, as of now. */
  readonly env: () => Record<string, string>;
}

/** Finds the log of the conversation that an agent has open, which changes when the student begins another in it. */
export class CurrentLog {
  readonly #place: AgentPlace;
  /** As the agent itself has told. */
  #told: string | undefined;

  constructor(place: AgentPlace) {
    this.#place = place;
  }

  /** The agent tells which conversation it has open. False if that is no news. */
  tell(conversationId: string): boolean {
    const isNews = this.#told !== conversationId;
    this.#told = conversationId;
    return isNews;
  }

  /** Undefined while there is none: a CLI begins it with the first message. */
  async path(): Promise<string | undefined> {
    const { cli, workspace, workspaceSince } = this.#place;
    if (cli.log === undefined) return undefined;
    const place = { workspace, env: this.#place.env(), since: workspaceSince };
    const conversationId = (await this.#open()) ?? (await this.#started());
    return conversationId === undefined ? undefined : cli.log.path({ ...place, conversationId });
  }

  async #open(): Promise<string | undefined> {
    const { cli, workspace, conversationId, since, tmuxSession } = this.#place;
    const env = this.#place.env();
    const open = await cli.openConversation?.({ workspace, conversationId, env, since, tmuxSession });
    return open ?? this.#told;
  }

  #started(): Promise<string | undefined> {
    const { cli, workspace, conversationId, workspaceSince } = this.#place;
    return cli.findConversation({ workspace, conversationId, env: this.#place.env(), since: workspaceSince });
  }
}
