import type { AgentSummary } from '@agent-factory/protocol/agents';
import type { ChatAbilities } from '@agent-factory/protocol/conversations';
import type { AgentUse } from './agent-words.js';

interface Words {
  readonly no: string;
  /** Where it shows only once the agent runs. What the chat then offers by itself needs no words before. */
  readonly unknown?: string;
}

const ABILITIES: Readonly<Record<keyof ChatAbilities, Words>> = {
  permissions: { no: 'Does not ask before it acts.', unknown: 'May act without asking.' },
  interrupt: { no: 'Cannot be stopped while it works.' },
  resume: {
    no: 'Forgets a conversation that has rested.',
    unknown: 'May forget a conversation that has rested.',
  },
  handOver: { no: 'Cannot go on in a terminal.' },
  models: { no: 'Offers no choice of models.' },
  modes: { no: 'Has no modes.' },
  cost: { no: 'Does not tell what it costs.', unknown: 'May not tell what it costs.' },
};

/** What an agent cannot do where it is about to be used, in one line; empty if it can do all. */
export function shortcomings(agent: AgentSummary, use: AgentUse): string {
  return (use === 'chat' ? inChat(agent) : inTerminal(agent)).join(' ');
}

function inChat({ chat }: AgentSummary): string[] {
  if (chat === undefined) return [];
  return Object.entries(ABILITIES).flatMap(([ability, { no, unknown }]) => {
    const can = chat[ability as keyof ChatAbilities];
    return (can === undefined ? unknown : can ? undefined : no) ?? [];
  });
}

/** A plain shell has no conversation that it could lose. */
function inTerminal({ terminal, chat, isCustom }: AgentSummary): string[] {
  if (!terminal || (chat === undefined && !isCustom)) return [];
  return [
    ...(isCustom ? ['Begins a new conversation each time.'] : []),
    ...(chat?.handOver === true ? [] : ['Cannot go on in the chat.']),
  ];
}
