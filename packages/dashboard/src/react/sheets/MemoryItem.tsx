import type { Memory, Severity } from '@agent-factory/protocol/mind';
import { MAX_MEMORY_LENGTH, SEVERITIES } from '@agent-factory/protocol/mind';
import { useRef, useState } from 'react';
import { useDashboard, useSnapshot } from '../context.js';
import { Trouble } from '../parts/Quiet.js';
import { useFormats } from '../words/formats.js';
import { Confirm } from './Sheet.js';

const IMPORTANCE: Readonly<Record<Severity, string>> = {
  low: 'Of little weight',
  medium: 'Of some weight',
  high: 'Of great weight',
};
/** Enough of a memory to know it by. */
const NAMED_BY = 60;

/** One memory, which is read or edited. */
export function MemoryItem({ memory }: { readonly memory: Memory }) {
  const { client } = useDashboard();
  const { projects } = useSnapshot();
  const formats = useFormats();
  const [mode, setMode] = useState<'read' | 'edit' | 'ask'>('read');
  const [problem, setProblem] = useState<string>();
  const edit = useRef<HTMLButtonElement>(null);
  const { content, tags, importance, createdAt, id } = memory;
  const project = projects.value?.find((each) => each.id === memory.project)?.name ?? memory.project;
  const name = content.slice(0, NAMED_BY);
  const read = () => {
    setMode('read');
    // After the form is gone.
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <li>
      {mode === 'edit' ? (
        <EditForm memory={memory} onDone={read} />
      ) : (
        <>
          <p className="dash-memory">{content}</p>
          <p className="dash-faint">
            {[formats.day(createdAt), project, IMPORTANCE[importance], ...tags]
              .filter((each) => each !== '')
              .join(' · ')}
          </p>
          <p className="dash-memory-actions">
            <button
              ref={edit}
              type="button"
              className="dash-quiet-button"
              aria-label={`Edit: ${name}`}
              onClick={() => setMode('edit')}
            >
              Edit
            </button>
            <button
              type="button"
              className="dash-quiet-button"
              aria-label={`Delete: ${name}`}
              onClick={() => setMode('ask')}
            >
              Delete
            </button>
          </p>
        </>
      )}
      {problem !== undefined && <Trouble message={problem} />}
      {mode === 'ask' && (
        <Confirm
          title="Delete this memory?"
          confirm="Delete"
          onCancel={() => setMode('read')}
          onConfirm={async () => {
            setMode('read');
            setProblem(await client.memories.remove(id));
          }}
        >
          “{content.slice(0, 4 * NAMED_BY)}” This cannot be undone.
        </Confirm>
      )}
    </li>
  );
}

function EditForm({ memory, onDone }: { readonly memory: Memory; readonly onDone: () => void }) {
  const { memories } = useDashboard().client;
  const [content, setContent] = useState(memory.content);
  const [importance, setImportance] = useState(memory.importance);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (content.trim() === '') {
      setProblem('Write something, or delete it.');
      return;
    }
    const refusal = await memories.change(memory.id, { content: content.trim(), importance });
    setProblem(refusal);
    if (refusal === undefined) onDone();
  };
  return (
    <form
      className="dash-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the learner has just asked to edit it
        autoFocus
        className="practice-input"
        aria-label="What is remembered"
        rows={4}
        maxLength={MAX_MEMORY_LENGTH}
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
      <label>
        Weight
        <select
          className="practice-input"
          value={importance}
          onChange={({ target }) => setImportance(SEVERITIES.find((each) => each === target.value) ?? importance)}
        >
          {SEVERITIES.map((each) => (
            <option key={each} value={each}>
              {IMPORTANCE[each]}
            </option>
          ))}
        </select>
      </label>
      {problem !== undefined && <Trouble message={problem} />}
      <div className="dash-sheet-actions">
        <button type="submit" className="practice-action" data-kind="primary">
          Save
        </button>
        <button type="button" className="practice-action" onClick={onDone}>
          Leave as it was
        </button>
      </div>
    </form>
  );
}
