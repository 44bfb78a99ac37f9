/** What a student says, and the object behind it by which it reports. */
export interface Said {
  readonly words: string;
  /** JSON; absent where there is none, as before it is told to its end. */
  readonly answer?: string;
}

/** Lines from the last that may begin the object: one that is told to its end has none but its first. */
const MAX_BEGINNINGS = 20;

/** Takes apart what is for people and what is for the loop, which the page shows as a result. */
export function saidIn(text: string): Said {
  const whole = text.trimEnd();
  return (whole.endsWith('```') ? fencedIn(whole) : endOf(whole)) ?? { words: text };
}

function fencedIn(whole: string): Said | undefined {
  const opening = /```(?:json)?\n(?=\{)/.exec(whole);
  if (opening === null) return undefined;
  const answer = whole.slice(opening.index + opening[0].length, -3).trimEnd();
  return isAnswer(answer) ? { words: whole.slice(0, opening.index), answer } : undefined;
}

function endOf(whole: string): Said | undefined {
  if (!whole.endsWith('}')) return undefined;
  const beginnings = [...whole.matchAll(/^\{/gm)].slice(-MAX_BEGINNINGS);
  const start = beginnings.find(({ index }) => isAnswer(whole.slice(index)))?.index;
  return start === undefined ? undefined : { words: whole.slice(0, start), answer: whole.slice(start) };
}

function isAnswer(json: string): boolean {
  try {
    return typeof JSON.parse(json)?.status === 'string';
  } catch {
    return false;
  }
}
