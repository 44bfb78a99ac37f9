import type { TerminalConversation } from '@agent-factory/protocol/conversations';

interface TerminalOfferProps {
  /** What goes on in the terminal while something else is open here. */
  readonly terminal: TerminalConversation | undefined;
  readonly isBusy: boolean;
  readonly onFollow: () => void;
}

/** Where an agent works in the exercise's terminal: the way to see here what it does. */
export function TerminalOffer({ terminal, isBusy, onFollow }: TerminalOfferProps) {
  if (terminal === undefined) return null;
  return (
    <div className="practice-chat-foot">
      <p>{terminal.agentName} is in the terminal of this exercise. What it does there can be shown here.</p>
      <button type="button" className="practice-action" aria-disabled={isBusy} onClick={onFollow}>
        Follow the terminal
      </button>
    </div>
  );
}
