import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Cast } from '../../client/recordings/cast.js';
import type { Player } from '../../client/recordings/player.js';
import { findAppearances } from '../../terminal/replay/appearances.js';
import { createReplayTerminal, type ReplayTerminal } from '../../terminal/replay/replay-terminal.js';

interface ReplaySearchProps {
  readonly cast: Cast;
  readonly player: Player;
  readonly screen: ReplayTerminal;
  readonly serverUrl: string;
}

/** What was looked for, and after how many events each place is. */
type Search = { readonly status: 'none' } | { readonly status: 'searching' } | Found;

interface Found {
  readonly status: 'found';
  readonly text: string;
  readonly places: readonly number[];
  /** Which of them is shown. */
  readonly shown: number;
}

const NOTHING: Search = { status: 'none' };

/** Finds where a text appears in the recording, and goes there. */
export function ReplaySearch(props: ReplaySearchProps) {
  const [text, setText] = useState('');
  const { search, find, goTo, forget } = useSearch(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (search.status === 'found' && search.text === text) goTo(search, search.shown + 1);
    else if (text !== '') void find(text);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows the element `search`
    <form className="practice-replay-search" role="search" onSubmit={submit}>
      <label className="practice-replay-field">
        Find
        <input
          className="practice-input"
          type="search"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            forget();
          }}
        />
      </label>
      <button type="submit" className="practice-action">
        {search.status === 'found' && search.places.length > 1 ? 'Next' : 'Find'}
      </button>
      {search.status === 'found' && search.places.length > 1 && (
        <button type="button" className="practice-action" onClick={() => goTo(search, search.shown - 1)}>
          Previous
        </button>
      )}
      <span role="status" className="practice-muted">
        {inWords(search)}
      </span>
    </form>
  );
}

function useSearch({ cast, player, screen, serverUrl }: ReplaySearchProps) {
  const [search, setSearch] = useState<Search>(NOTHING);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const goTo = (found: Found, index: number) => {
    const { places, text } = found;
    if (places.length === 0) return;
    const shown = (index + places.length) % places.length;
    setSearch({ ...found, shown });
    player.pause();
    void player.seekEvent(places[shown] ?? 0).then(() => screen.mark(text));
  };
  const find = async (text: string) => {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    setSearch({ status: 'searching' });
    const terminal = createReplayTerminal(serverUrl, 'light');
    const places = await findAppearances(cast, { terminal, text, signal: mine.signal });
    terminal.dispose();
    if (mine.signal.aborted) return;
    const found = { status: 'found', text, places, shown: 0 } as const;
    setSearch(found);
    goTo(found, 0);
  };
  const forget = () => {
    abort.current?.abort();
    setSearch(NOTHING);
  };
  return { search, find, goTo, forget };
}

function inWords(search: Search): string {
  if (search.status === 'none') return '';
  if (search.status === 'searching') return 'Searching…';
  const { places, shown } = search;
  return places.length === 0
    ? 'It never appears.'
    : `Appears ${places.length === 1 ? 'once' : `${shown + 1} of ${places.length}`}.`;
}
