import type { ServerMessage, ServerPayload } from '@agent-factory/protocol/coach';
import type { MindStatus } from '@agent-factory/protocol/mind';
import { localProblem } from '../coach/problems.js';
import type { DocumentsHost } from '../documents/host.js';
import { type ExplanationView, type Marked, type MindState, NO_MIND, type SessionEnd } from './mind-state.js';
import { questionOf } from './question.js';
import { reduceMind, withStatus } from './reduce-mind.js';

/** Said where no answer comes. */
const WORDS = {
  tooLong: 'This is too much to be explained at once. Mark at most 50,000 characters.',
  lost: 'The connection to the practice server was lost before the answer came. Ask again when it is back.',
  lostEnd:
    'The connection to the practice server was lost meanwhile. If the session has ended, the coach goes on by itself.',
} as const;

type MindHost = Pick<DocumentsHost, 'requests' | 'send' | 'tell'>;

/** What the student asks of the coach's mind, and what it tells. */
export class MindRoom {
  readonly #host: MindHost;
  readonly #publish: (mind: MindState) => void;
  #state = NO_MIND;
  /** The session that was there last. */
  #sessionId: string | null = null;
  /** The ids of what waits for an answer: the latest question, and the wish to end the session. */
  #asked: string | undefined;
  #ending: string | undefined;

  constructor(host: MindHost, publish: (mind: MindState) => void) {
    this.#host = host;
    this.#publish = publish;
  }

  /** Messages of other rooms change nothing, and so do answers to what is not waited for any more. */
  handle(message: ServerMessage): void {
    const { type, payload, id } = message;
    if (type === 'connection:init') this.#handleSession(payload.sessionId);
    else if (type === 'explain:response') this.#settle(id, { status: 'answered', answer: payload });
    else if (type === 'explain:error') this.#settle(id, { status: 'failed', message: payload.error });
    else if (type === 'session:completed') this.#handleCompleted(payload);
    else if (type === 'session:ended') this.#handleEnded(id, payload.summary);
    else this.#become(reduceMind(this.#state, message));
  }

  /** What it can do, as it was asked. */
  handleStatus(status: MindStatus): void {
    this.#become(withStatus(this.#state, status));
  }

  /** Whether this was the answer to something that was asked here. */
  handleRefusal(id: string | undefined, message: string): boolean {
    const isEnd = id !== undefined && id === this.#ending;
    if (isEnd) this.#setEnded({ status: 'failed', message });
    return isEnd || this.#settle(id, { status: 'failed', message });
  }

  /** What was asked is not answered any more. */
  handleDisconnected(): void {
    this.#settle(this.#asked, { status: 'failed', message: WORDS.lost });
    this.#ending = undefined;
    if (this.#state.ended?.status === 'asked') this.#setEnded({ status: 'failed', message: WORDS.lostEnd });
  }

  /** A question takes the place of the one before. */
  explain(marked: Marked, { text, language }: { readonly text: string; readonly language: string }): void {
    const { requests, send } = this.#host;
    const question = questionOf(text, language, marked);
    const id = requests.newId();
    this.#asked = id;
    this.#become({ ...this.#state, explanation: { marked, status: 'asked' } });
    if (question === 'too_long') this.#settle(id, { status: 'failed', message: WORDS.tooLong });
    else if (!send('user:explain', question, id)) this.#settle(id, notConnected());
  }

  dismissExplanation(): void {
    this.#asked = undefined;
    this.#become({ ...this.#state, explanation: null });
  }

  muteObserver(muted: boolean): void {
    const { send, tell } = this.#host;
    if (!send('observer:mute', { muted })) tell(localProblem('not_connected'));
  }

  endSession(): void {
    if (this.#ending !== undefined) return;
    const id = this.#host.requests.newId();
    this.#setEnded({ status: 'asked' });
    this.#ending = id;
    if (!this.#host.send('session:end', {}, id)) this.#setEnded(notConnected());
  }

  dismissEnd(): void {
    this.#setEnded(null);
  }

  /** What was said of a session is over once another one begins. */
  #handleSession(sessionId: string | null): void {
    if (sessionId === null || sessionId === this.#sessionId) return;
    this.#sessionId = sessionId;
    const ended = this.#ending === undefined ? null : this.#state.ended;
    this.#become({ ...this.#state, plan: null, ended });
  }

  /** Also of a session that has ended by itself, if there is something to tell. */
  #handleCompleted({ sessionId, ...counts }: ServerPayload<'session:completed'>): void {
    if (this.#ending !== undefined && sessionId !== this.#sessionId) return;
    const isAsked = this.#ending !== undefined;
    const hasFound = Object.values(counts).some((count) => count > 0);
    if (isAsked || hasFound) this.#become({ ...this.#state, ended: { status: 'ended', counts, summary: '' } });
  }

  #handleEnded(id: string | undefined, summary: string): void {
    if (id === undefined || id !== this.#ending) return;
    const { ended } = this.#state;
    const counts = ended?.status === 'ended' ? ended.counts : null;
    this.#setEnded({ status: 'ended', counts, summary });
  }

  #setEnded(ended: SessionEnd | null): void {
    this.#ending = undefined;
    this.#become({ ...this.#state, ended });
  }

  /** Whether this answers the question that is waited for. */
  #settle(id: string | undefined, answer: Answer): boolean {
    const { explanation } = this.#state;
    if (id === undefined || id !== this.#asked || explanation === null) return false;
    this.#asked = undefined;
    this.#become({ ...this.#state, explanation: { marked: explanation.marked, ...answer } });
    return true;
  }

  #become(state: MindState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#publish(state);
  }
}

type Failure = { readonly status: 'failed'; readonly message: string };
type Answer = Failure | Omit<Extract<ExplanationView, { status: 'answered' }>, 'marked'>;

function notConnected(): Failure {
  return { status: 'failed', message: localProblem('not_connected').message };
}
