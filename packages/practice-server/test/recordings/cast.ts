/** A recording as whoever reads the format sees it. */
export interface Cast {
  readonly header: { version: number; term: { cols: number; rows: number } };
  readonly events: readonly [interval: number, code: string, data: string][];
}

export function eventsOf(text: string): Cast {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { header: JSON.parse(header), events: lines.map((line) => JSON.parse(line)) };
}

/** Everything that was printed, the drawings of the screen included. */
export function printedIn(text: string): string {
  return textOf(text, 'o');
}

export function typedIn(text: string): string {
  return textOf(text, 'i');
}

function textOf(text: string, wanted: string): string {
  return eventsOf(text)
    .events.filter(([, code]) => code === wanted)
    .map(([, , data]) => data)
    .join('');
}
