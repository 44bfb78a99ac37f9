import type { AgentsResponse } from '@agent-factory/protocol/agents';
import { useEffect, useId, useRef, useState } from 'react';
import { type AgentChoices, chosenAgent } from '../../client/agents/agent-choices.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { AgentRow } from './AgentRow.js';
import { type AgentUse, whyNotStarted } from './agent-words.js';

interface AgentDialogProps {
  readonly choices: AgentChoices;
  readonly use: AgentUse;
  /** The exercise it is about, which may have a choice of its own. */
  readonly exerciseId?: string | undefined;
  /** The agent that runs now, where another one would take its place. */
  readonly running?: string | undefined;
  /** What happens to what runs now. */
  readonly consequence: string;
  /** Nothing was changed. */
  readonly onClose: () => void;
  /** Another agent than the one that runs, or was chosen before, is chosen and remembered. The dialog has closed. */
  readonly onSwitch: (agent: string) => void;
}

/** Which agents there are, what each still needs, and which one to use. */
export function AgentDialog(props: AgentDialogProps) {
  const { choices, use, exerciseId, running, consequence, onClose, onSwitch } = props;
  const { known, error, status } = useSnapshot(choices);
  const dialog = useRef<HTMLDialogElement>(null);
  const switchesTo = useRef<string>(undefined);
  const id = useId();
  const before = chosenAgent(known, exerciseId)?.id;
  const [wanted, setWanted] = useState<string>();
  const [isOwn, setOwn] = useState<boolean>();
  const hasOwn = isOwn ?? hasOwnChoice(known, exerciseId);
  const chosen = wanted ?? before;
  const agent = known?.agents.find((other) => other.id === chosen);
  const obstacle = agent && whyNotStarted(agent, use);
  const isOther = chosen !== undefined && chosen !== (running ?? before);
  useEffect(() => {
    dialog.current?.showModal();
    void choices.refresh();
  }, [choices]);

  const save = async () => {
    if (chosen === undefined || obstacle !== undefined) return;
    if (!(await remember({ choices, known, chosen, exerciseId, isOwn: hasOwn }))) return;
    if (isOther) switchesTo.current = chosen;
    dialog.current?.close();
  };
  const handleClose = () => (switchesTo.current === undefined ? onClose() : onSwitch(switchesTo.current));
  return (
    <dialog ref={dialog} className="practice-dialog practice-agents" aria-labelledby={id} onClose={handleClose}>
      <h3 id={id}>Choose your agent</h3>
      {known === undefined && status === 'loading' && <p className="practice-muted">Looking at what is installed…</p>}
      <ul aria-labelledby={id} className="practice-agent-list">
        {known?.agents.map((agent) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            use={use}
            name={id}
            isChosen={agent.id === chosen}
            onChoose={() => setWanted(agent.id)}
          />
        ))}
      </ul>
      {exerciseId !== undefined && (
        <label className="practice-agent-own">
          <input type="checkbox" checked={hasOwn} onChange={({ target }) => setOwn(target.checked)} />
          For this exercise only
        </label>
      )}
      {known?.problems.map((problem) => (
        <p key={problem} className="practice-muted">
          {problem}
        </p>
      ))}
      {error && <p role="alert">{error.message}</p>}
      {isOther && obstacle === undefined && <p className="practice-muted">{consequence}</p>}
      <p id={`${id}-obstacle`} className="practice-agent-obstacle" role="status">
        {obstacle}
      </p>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => void choices.refresh()}>
          {status === 'loading' ? 'Looking…' : 'Look again'}
        </button>
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          className="practice-action"
          data-kind="primary"
          aria-disabled={obstacle !== undefined}
          aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}
          onClick={() => void save()}
        >
          Use it
        </button>
      </div>
    </dialog>
  );
}

function hasOwnChoice(known: AgentsResponse | undefined, exerciseId: string | undefined): boolean {
  return exerciseId !== undefined && known?.exerciseChoices[exerciseId] !== undefined;
}

interface Wish {
  readonly choices: AgentChoices;
  readonly known: AgentsResponse | undefined;
  readonly chosen: string;
  readonly exerciseId: string | undefined;
  readonly isOwn: boolean;
}

/** A general choice takes back the exercise's own, which would go first. */
async function remember({ choices, known, chosen, exerciseId, isOwn }: Wish): Promise<boolean> {
  if (isOwn) return choices.choose(chosen, exerciseId);
  if (hasOwnChoice(known, exerciseId) && !(await choices.choose(null, exerciseId))) return false;
  return choices.choose(chosen);
}
