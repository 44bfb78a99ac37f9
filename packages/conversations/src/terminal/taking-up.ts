import { PracticeError } from '@agent-factory/protocol';
import type { ConversationSubject, TerminalConversation } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { LiveConversation } from '../live/live-conversation.js';
import type { ConversationRecord, ConversationRecords } from '../store/records.js';
import { followInTerminal } from './hand-over.js';
import type { TerminalLog } from './terminal-log.js';
import { type TerminalTalk, terminalTalk } from './terminal-talk.js';

/** What is known of a conversation that begins; the rest is as it is for any. */
export type NewRecord = Pick<ConversationRecord, 'subject' | 'agent' | 'title'> & Partial<ConversationRecord>;

export interface TakingUpOptions {
  readonly host: ConversationHost;
  readonly records: ConversationRecords;
  readonly log: TerminalLog;
  load(id: string): Promise<LiveConversation>;
  begin(own: NewRecord): Promise<ConversationRecord>;
}

/** What goes on in terminals becomes conversations: of each at most one, however often it is asked for. */
export class TakingUp {
  readonly #options: TakingUpOptions;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: TakingUpOptions) {
    this.#options = options;
  }

  /** What can be followed; undefined if no agent runs there, or nobody knows. */
  async offer(subject: ConversationSubject): Promise<TerminalConversation | undefined> {
    const { host, records } = this.#options;
    const talk = await terminalTalk(host, records, subject).catch(unlessUnknown);
    if (talk === undefined || !talk.isRunning) return undefined;
    const { agent, known } = talk;
    const conversationId = known?.place === 'terminal' ? { conversationId: known.id } : {};
    return { agent, agentName: host.agents.find(agent)?.name ?? agent, ...conversationId };
  }

  /** Throws `agent_unsupported` if there is nothing. Two tabs that ask at once mean the same conversation. */
  takeUp(subject: ConversationSubject): Promise<ConversationRecord> {
    const taken = this.#turn.then(() => this.#takeUp(subject));
    this.#turn = taken.catch(() => undefined);
    return taken;
  }

  async #takeUp(subject: ConversationSubject): Promise<ConversationRecord> {
    const { host, records, begin } = this.#options;
    const talk = await terminalTalk(host, records, subject);
    if (talk === undefined) throw nothingInTerminal();
    const { agent, sessionId, known } = talk;
    if (known !== undefined) return this.#takeUpKnown(known, talk);
    return begin({ subject, agent, sessionId, place: 'terminal', title: 'In the terminal' });
  }

  /** It may have gone on in the chat since it was last in the terminal, where it is again. */
  async #takeUpKnown({ id }: ConversationRecord, { isRunning }: TerminalTalk): Promise<ConversationRecord> {
    const { load, log } = this.#options;
    const live = await load(id);
    if (isRunning) await live.inTurn(() => followInTerminal({ live, log }));
    return live.record;
  }
}

/** Where tmux cannot be asked, the chats are there all the same. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof PracticeError)) throw error;
}

function nothingInTerminal(): PracticeError {
  const message = 'The terminal of this exercise has no conversation that could be continued here. Begin a new one.';
  return new PracticeError('agent_unsupported', message, { ability: 'handOver' });
}
