import type { AgentSummary } from '@agent-factory/protocol/agents';
import { type MouseEvent, useContext } from 'react';
import { openConversation } from '../../../client/conversations/chat-state.js';
import { useSnapshot } from '../../parts/use-snapshot.js';
import { useChat } from '../chat-context.js';
import type { Beginning } from '../chat-props.js';
import { readContext } from '../lesson-context.js';
import { ReadingContext } from '../reading-context.js';

interface BeginningsProps {
  /** With whom a new conversation begins; the open one has its own. */
  readonly agent?: AgentSummary | undefined;
}

/** First words that fit what the student sees. A press sends them, with the same along as a message of their own. */
export function Beginnings({ agent }: BeginningsProps) {
  const { chat } = useChat();
  const state = useSnapshot(chat);
  const { list, task } = state;
  const reading = useContext(ReadingContext);
  const { beginnings = [] } = reading;
  const open = openConversation(state);
  const hasBegun = open !== undefined && (open.status !== 'idle' || task !== 'none');
  // Until the list is there, an earlier conversation may still open in their place.
  if (beginnings.length === 0 || list === 'loading' || hasBegun) return null;

  const begin = async ({ text }: Beginning, { currentTarget }: MouseEvent<HTMLElement>) => {
    if (task !== 'none') return;
    goToField(currentTarget);
    const context = readContext(reading);
    const isSent = await chat.send({ text, ...(context && { context }) }, agent && { agent: agent.id });
    if (isSent && context?.selection !== undefined) reading.onSelectionUsed?.();
  };
  return (
    <ul className="practice-chat-beginnings" aria-label="Ways to begin">
      {beginnings.map((beginning) => (
        <li key={beginning.label}>
          <button
            type="button"
            className="practice-action"
            aria-disabled={task !== 'none'}
            onClick={(event) => void begin(beginning, event)}
          >
            {beginning.label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The button goes with the press, and whoever pressed it goes on writing. On a phone that would open its keyboard. */
function goToField(button: HTMLElement): void {
  if (globalThis.matchMedia?.('(pointer: coarse)').matches) return;
  button.closest('.practice-chat')?.querySelector<HTMLElement>('.practice-chat-field')?.focus();
}
