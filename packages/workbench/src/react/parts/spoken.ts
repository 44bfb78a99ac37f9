/** Words for a live region. The same words said again are another object: they are told again. */
export interface Spoken {
  readonly words: string;
}

export const SILENCE: Spoken = { words: '' };
