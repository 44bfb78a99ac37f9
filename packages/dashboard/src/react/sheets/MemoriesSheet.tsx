import { saveFile } from '@agent-factory/practice-panel';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MemoriesSnapshot } from '../../client/state.js';
import { useDashboard } from '../context.js';
import { Empty, Trouble } from '../parts/Quiet.js';
import { useFormats } from '../words/formats.js';
import { counted } from '../words/words.js';
import { MemoryItem } from './MemoryItem.js';
import { Confirm, Sheet } from './Sheet.js';

/** Milliseconds without typing after which is searched: a search can cost a call. */
const SEARCH_AFTER_MS = 350;

/** What is remembered of the learner: theirs to read, to change, to take along and to delete. */
export function MemoriesSheet({ onClose }: { readonly onClose: () => void }) {
  const { memories } = useDashboard().client;
  const { list } = useSyncExternalStore(memories.subscribe, memories.snapshot, memories.snapshot);
  useEffect(() => void memories.load(), [memories]);
  const { value } = list;
  return (
    <Sheet
      title="What is remembered"
      about="Your coach notes what helps it to help you. It is yours: change it, take it along, or delete it."
      onClose={onClose}
    >
      <SearchField />
      {list.status === 'failed' && <Trouble message={list.message} onRetry={() => void memories.load()} />}
      {value === undefined ? (
        <p role="status">{list.status === 'loading' && 'Loading…'}</p>
      ) : (
        <MemoryList value={value} />
      )}
    </Sheet>
  );
}

type Value = NonNullable<MemoriesSnapshot['list']['value']>;

function MemoryList({ value }: { readonly value: Value }) {
  const { memories } = useDashboard().client;
  const { number } = useFormats();
  const { query, list } = memories.snapshot();
  const where = value.kept === 'here' ? 'on this computer' : 'in ChromaDB';
  const isSearch = query.trim() !== '';
  return (
    <>
      {value.trouble !== undefined && <p className="dash-trouble">{value.trouble}</p>}
      <p className="dash-faint" role="status">
        {counted(value.total, number, 'memory', 'memories')}, kept {where}
      </p>
      {value.memories.length === 0 && <NoMemories isSearch={isSearch} isLoading={list.status === 'loading'} />}
      <ul className="dash-memories">
        {value.memories.map((memory) => (
          <MemoryItem key={memory.id} memory={memory} />
        ))}
      </ul>
      {value.next !== undefined && (
        <button type="button" className="dash-more" onClick={() => void memories.more()}>
          {list.status === 'loading' ? 'Loading…' : 'Show more'}
        </button>
      )}
      <AllMemories total={value.total} />
    </>
  );
}

function NoMemories({ isSearch, isLoading }: { readonly isSearch: boolean; readonly isLoading: boolean }) {
  if (isLoading) return <p className="dash-faint">{isSearch ? 'Searching…' : 'Loading…'}</p>;
  if (isSearch) return <Empty title="Nothing like that is remembered.">Search for other words.</Empty>;
  return (
    <Empty title="Nothing is remembered.">When a session is wrapped up, what matters for the next one is noted.</Empty>
  );
}

/** What is done with all of them at once. */
function AllMemories({ total }: { readonly total: number }) {
  const { memories } = useDashboard().client;
  const { number } = useFormats();
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const takeAlong = async () => {
    const outcome = await memories.export();
    setProblem(outcome.ok ? undefined : outcome.error.message);
    if (outcome.ok) saveFile(outcome.value, 'memories.jsonl');
  };
  const removeAll = async () => {
    setAsking(false);
    setProblem(await memories.removeAll());
  };
  return (
    <>
      {problem !== undefined && <Trouble message={problem} />}
      {total > 0 && (
        <div className="dash-sheet-actions">
          <button type="button" className="practice-action" onClick={() => void takeAlong()}>
            Save all as a file
          </button>
          <button type="button" className="practice-action" data-kind="danger" onClick={() => setAsking(true)}>
            Delete all
          </button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Delete all that is remembered?"
          confirm="Delete all"
          onCancel={() => setAsking(false)}
          onConfirm={() => void removeAll()}
        >
          {counted(total, number, 'memory', 'memories')} of all projects. This cannot be undone. Your skills, gaps and
          katas stay.
        </Confirm>
      )}
    </>
  );
}

function SearchField() {
  const { memories } = useDashboard().client;
  const [query, setQuery] = useState(memories.snapshot().query);
  useEffect(() => {
    if (query === memories.snapshot().query) return;
    const timer = setTimeout(() => void memories.search(query), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [query, memories]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void memories.search(query);
        }}
      >
        <input
          type="search"
          className="practice-input dash-search"
          aria-label="Search by meaning"
          placeholder="Search by meaning"
          maxLength={1000}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </form>
    </search>
  );
}
