import {
  type ExplainRequest,
  MAX_CONTEXT_LENGTH,
  MAX_EXPLAINED_LENGTH,
  MIND_ROUTES,
} from '@agent-factory/protocol/mind';

/** What the student has marked outside of an editor. */
export interface Marked {
  readonly source: Exclude<ExplainRequest['source'], 'editor'>;
  /** Where it is, for people and for the model, such as `Terminal` or the title of a lesson. */
  readonly place: string;
  readonly text: string;
  /** What stands around it: all of the screen, or the section of the lesson. It has the text in it, once at least. */
  readonly around: string;
}

export type ExplainBody = Readonly<Required<Pick<ExplainRequest, 'source' | 'path' | 'selectedText'>>> & {
  readonly projectId: string;
  readonly surroundingContext: string;
};

/** Bytes of a question: what the server reads of one. */
const MAX_BYTES = MIND_ROUTES.explain.maxBytes;
const MAX_PLACE = 300;

const encoder = new TextEncoder();

/** What is asked. `empty` where nothing but blanks is marked; `too_long` where more is than can be explained at once. */
export function questionOf(projectId: string, { source, place, text, around }: Marked): ExplainBody | Refusal {
  const selectedText = withoutHalves(text);
  if (selectedText.trim() === '') return 'empty';
  if (selectedText.length > MAX_EXPLAINED_LENGTH) return 'too_long';
  const path = withoutHalves(place.slice(0, MAX_PLACE)).trim() || source;
  const body = (surroundingContext: string) => ({ projectId, source, path, selectedText, surroundingContext });
  const free = MAX_BYTES - bytesOf(body(''));
  if (free < 0) return 'too_long';
  return body(nearest(withoutHalves(around), selectedText, free));
}

export type Refusal = 'empty' | 'too_long';

/** As much of the surroundings as fits, evenly on both sides of the first place at which the text stands. */
function nearest(around: string, text: string, freeBytes: number): string {
  const at = Math.max(0, around.indexOf(text));
  const cut = (side: number) => withoutHalves(around.slice(Math.max(0, at - side), at + text.length + side));
  const fits = (side: number) => {
    const piece = cut(side);
    return piece.length <= MAX_CONTEXT_LENGTH && bytesOf(piece) - QUOTES <= freeBytes;
  };
  let [least, most] = [-1, around.length];
  if (fits(most)) return around;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least < 0 ? '' : cut(least);
}

/** Of the text in JSON, which an empty one has, too. */
const QUOTES = 2;

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

/** Half of a character is none. */
function withoutHalves(text: string): string {
  return text.replace(/\p{Cs}/gu, '');
}
