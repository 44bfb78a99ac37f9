/** What a scripted model knows of its conversation: all that any CLI tells any model. */
export interface LearnerTalk {
  /** The first words of the user: the prompt of the student or the mentor. */
  readonly prompt: string;
  /** What every tool has answered so far, in order, in the words of the CLI. */
  readonly results: readonly string[];
}

/** What the model does next: a command by the CLI's shell tool, or its last words. */
export type Act = { readonly run: string; readonly why: string } | { readonly say: string };

/** A scripted model. Pure: the same talk always leads to the same act. */
export type LearnerScript = (talk: LearnerTalk) => Act;
