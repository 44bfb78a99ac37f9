/** Where a CLI keeps the conversation of a workspace. */
export interface ConversationPlace {
  /** The one that is wanted. CLIs that choose ids themselves may have another one for the workspace. */
  conversationId: string;
  /** Absolute path of the folder the CLI runs in. */
  workspace: string;
  /** The environment the CLI gets: HOME and the CLI's own folder variables are read from it. */
  env: Record<string, string>;
  /**
   * When the workspace was created. Without it, a CLI that tells conversations apart by folder alone would resume
   * one from an earlier workspace at the same path, which a reset was meant to end. If left out, any conversation
   * counts.
   */
  since?: Date | undefined;
}
