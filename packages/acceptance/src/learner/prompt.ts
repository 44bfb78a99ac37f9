/** A prompt, taken apart. */
export interface PromptParts {
  /** The tutorial as its author wrote it; empty where the prompt has none. */
  readonly tutorial: string;
  /** The prompt without the tutorial: constraints, notes, questions. */
  readonly rest: string;
}

/** Both ends of the fence are as long as no line of the tutorial is: what a tutorial has inside ends nothing. */
const TUTORIAL = /^(=+) BEGIN TUTORIAL \1\n([\s\S]*?)\n\1 END TUTORIAL \1$/m;

export function partsOf(prompt: string): PromptParts {
  const found = TUTORIAL.exec(prompt);
  if (!found) return { tutorial: '', rest: prompt };
  const end = found.index + found[0].length;
  return { tutorial: found[2] ?? '', rest: prompt.slice(0, found.index) + prompt.slice(end) };
}
