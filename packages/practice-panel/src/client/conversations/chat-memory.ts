import type { ConversationSubject } from '@agent-factory/protocol/conversations';

/** A draft is kept up to this many characters: a storage has room for some five million. */
const MAX_DRAFT_LENGTH = 100_000;

/** Names a subject among all subjects of a site. */
export function subjectKey(subject: ConversationSubject): string {
  return subject.kind === 'lesson' ? `lesson:${subject.path}` : `exercise:${subject.exerciseId}`;
}

/**
 * What the browser remembers of a subject's conversations: which one was open, and what was being written. If
 * storage is blocked, both last as long as the page.
 */
export class ChatMemory {
  /** Names the subject among all of a site. */
  readonly key: string;
  readonly #copies = new Map<string, string>();

  constructor(subject: ConversationSubject) {
    this.key = subjectKey(subject);
  }

  /** Id of the conversation that was open; empty for a new one, undefined if none was open before. */
  get openId(): string | undefined {
    return this.#read('open');
  }

  set openId(id: string | undefined) {
    this.#write('open', id ?? '');
  }

  get draft(): string {
    return this.#read('draft') ?? '';
  }

  set draft(text: string) {
    this.#write('draft', text.slice(0, MAX_DRAFT_LENGTH));
  }

  #read(part: string): string | undefined {
    const key = this.#name(part);
    try {
      return localStorage.getItem(key) ?? this.#copies.get(key);
    } catch {
      return this.#copies.get(key);
    }
  }

  #write(part: string, text: string): void {
    const key = this.#name(part);
    this.#copies.set(key, text);
    try {
      if (text === '' && part === 'draft') localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // Blocked or full: the copy holds until the page is closed.
    }
  }

  #name(part: string): string {
    return `practice:chat:${part}:${this.key}`;
  }
}
