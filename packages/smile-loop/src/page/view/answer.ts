/** What a student says, and the object behind it by which it reports. */
export interface Said {
  readonly words: string;
  /** JSON; absent where there is none, as before it is told to its end. */
  readonly answer?: string;
}

/** Takes apart what is for people and what is for the loop, which the page shows as a result. */
export function saidIn(text: string): Said {
  const whole = text.trimEnd();
  const fenced = /^([\s\S]*?)```(?:json)?\n(\{[\s\S]*\})\s*```$/.exec(whole);
  if (fenced !== null && isAnswer(fenced[2] ?? '')) return { words: fenced[1] ?? '', answer: fenced[2] ?? '' };
  if (!whole.endsWith('}')) return { words: text };
  const start = [...whole.matchAll(/^\{/gm)].map(({ index }) => index).find((at) => isAnswer(whole.slice(at)));
  return start === undefined ? { words: text } : { words: whole.slice(0, start), answer: whole.slice(start) };
}

function isAnswer(json: string): boolean {
  try {
    return typeof JSON.parse(json)?.status === 'string';
  } catch {
    return false;
  }
}
