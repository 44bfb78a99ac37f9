/** Goes to the question that waits in the chat. In the terminal the same key leaves it. */
export const QUESTION_KEY = 'Ctrl+Shift+E';

/** The keys of a chat. */
export const CHAT_KEYS: readonly (readonly [key: string, does: string])[] = [
  ['Enter', 'sends the message'],
  ['Shift+Enter', 'begins a new line'],
  [QUESTION_KEY, 'goes to what the agent asks'],
  ['1 to 9', 'answer what the agent asks, by number'],
  ['Escape', 'leaves what the agent asks; elsewhere in the chat, closes the panel'],
];
