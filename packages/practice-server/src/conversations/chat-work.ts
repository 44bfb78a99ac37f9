import type { AgentId } from '@agent-factory/protocol';
import type { ConversationEvent, ConversationSubject } from '@agent-factory/protocol/conversations';
import type { AgentState } from '@agent-factory/protocol/events';
import { SpokenMarkers } from '../agent-work/markers/spoken-markers.js';
import { SpokenText } from '../agent-work/speech/spoken-text.js';
import type { SessionAccess } from '../sessions/session-access.js';

/** A conversation, as far as what its agent does has to do with it. */
export interface ChatSubject {
  readonly id: string;
  readonly agent: AgentId;
  readonly subject: ConversationSubject;
}

interface Chat {
  state: AgentState | undefined;
  /** Ids of questions that wait for the student. */
  readonly asked: Set<string>;
  readonly spoken: SpokenMarkers;
  readonly text: SpokenText;
}

/** What agents do as chats, and the markers that they say there. */
export class ChatWork {
  readonly #host: Pick<SessionAccess, 'events' | 'log' | 'sessions'>;
  readonly #chats = new Map<string, Chat>();

  constructor(host: Pick<SessionAccess, 'events' | 'log' | 'sessions'>) {
    this.#host = host;
  }

  /** The agent of a conversation has told this. */
  handle(of: ChatSubject, event: ConversationEvent): void {
    const chat = this.#chats.get(of.id) ?? newChat();
    this.#chats.set(of.id, chat);
    this.#hear(of, chat, event);
    const state = stateAfter(chat, event);
    if (state !== undefined && state !== chat.state) this.#tell(of, chat, state);
    // The next run tells all anew, and most conversations have none for long.
    if (state === 'waiting') this.#chats.delete(of.id);
  }

  #hear({ id, agent, subject }: ChatSubject, { spoken, text }: Chat, event: ConversationEvent): void {
    const sayings = spoken.hear(event);
    const said = text.hear(event);
    if (subject.kind !== 'exercise') return;
    const { exerciseId } = subject;
    if (said !== undefined)
      this.#host.sessions.noteSaid({ ...said, exerciseId, agent, place: 'chat', key: `${id} ${said.key}` });
    for (const { marker, key } of sayings)
      void this.#host.sessions
        .noteMarker({ exerciseId, marker, key: `${id} ${key}`, place: 'chat' })
        .catch((error) => this.#host.log.warn({ err: error }, 'What an agent has said could not be noted'));
  }

  #tell({ id, agent, subject }: ChatSubject, chat: Chat, state: AgentState): void {
    chat.state = state;
    const exercise = subject.kind === 'exercise' ? { exerciseId: subject.exerciseId } : {};
    const data = { agent, state, source: 'run' } as const;
    this.#host.events.append({ conversationId: id, ...exercise, type: 'agent_state', data });
  }
}

function newChat(): Chat {
  return { state: undefined, asked: new Set(), spoken: new SpokenMarkers(), text: new SpokenText() };
}

/** Undefined if the event changes nothing. A run asks as long as one of its questions waits. */
function stateAfter({ asked }: Chat, event: ConversationEvent): AgentState | undefined {
  if (event.type === 'RUN_STARTED') return 'working';
  if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') return 'waiting';
  if (event.type !== 'CUSTOM') return undefined;
  if (event.name === 'permission_asked') asked.add(event.value.id);
  else if (event.name === 'permission_answered') asked.delete(event.value.id);
  else return undefined;
  return asked.size > 0 ? 'asking' : 'working';
}
