/** Words for a live region. Said again, they are news again: `times` tells the same words apart. */
export interface Spoken {
  readonly words: string;
  readonly times: number;
}

export const SILENCE: Spoken = { words: '', times: 0 };

export function spokenAfter({ times }: Spoken, words: string): Spoken {
  return { words, times: times + 1 };
}
