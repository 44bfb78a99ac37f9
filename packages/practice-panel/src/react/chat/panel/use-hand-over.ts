import type { Conversation } from '@agent-factory/protocol/conversations';
import { useState } from 'react';
import { type Chat, isAgentBusy } from '../../../client/conversations/chat.js';
import type { RestOutcome } from '../../../client/server/outcome.js';

type HandOver = (confirmed: boolean) => Promise<RestOutcome<unknown> | undefined>;

/** What the student has to read before the conversation goes on elsewhere. */
export type HandOverNote =
  /** Going on ends an agent that runs. */
  | { readonly kind: 'busy'; readonly words: string; readonly goOn: () => void }
  /** The student's own terminal is the other form. */
  | { readonly kind: 'command'; readonly command: string };

interface HandOverOptions {
  readonly chat: Chat;
  readonly conversation: Conversation | undefined;
  readonly onShowTerminal: (() => void) | undefined;
}

/** Hands the open conversation over: an exercise's to its terminal and back, a lesson's as a command. */
export function useHandOver({ chat, conversation, onShowTerminal }: HandOverOptions) {
  const [note, setNote] = useState<HandOverNote>();

  const run = async (handOver: HandOver, onDone: () => void, confirmed = false) => {
    setNote(undefined);
    const outcome = await handOver(confirmed);
    if (outcome?.ok) onDone();
    else if (outcome !== undefined && isAgentBusy(outcome.error)) {
      const goOn = () => void run(handOver, onDone, true);
      setNote({ kind: 'busy', words: outcome.error.message, goOn });
    }
  };
  const toTerminal = () =>
    void run(
      (confirmed) => chat.handOver('terminal', confirmed),
      () => onShowTerminal?.(),
    );
  return {
    note,
    close: () => setNote(undefined),
    /** Undefined where the conversation cannot go on in a terminal. */
    toTerminal: terminalWay(conversation, toTerminal, (command) => setNote({ kind: 'command', command })),
    toChat: () =>
      void run(
        (confirmed) => chat.handOver('chat', confirmed),
        () => {},
      ),
    follow: () => void chat.followTerminal(),
    takeOver: () =>
      void run(
        (confirmed) => chat.takeFromTerminal(confirmed),
        () => {},
      ),
  };
}

function terminalWay(
  conversation: Conversation | undefined,
  handOver: () => void,
  show: (command: string) => void,
): (() => void) | undefined {
  if (!conversation?.abilities.handOver || conversation.status === 'in_terminal') return undefined;
  const { subject, resumeCommand } = conversation;
  if (subject.kind === 'exercise') return handOver;
  return resumeCommand === undefined ? undefined : () => show(resumeCommand);
}
