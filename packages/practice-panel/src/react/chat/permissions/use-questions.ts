import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { ConversationFeed } from '../../../client/conversations/conversation-feed.js';
import { useSelected } from '../use-selected.js';
import { focusQuestion, offerQuestion, pressOption } from './question-keys.js';

/**
 * Lets the keyboard reach and answer the agent's questions. A new one takes the focus if the student is in the chat and
 * not writing; Escape in one leads back to where they write.
 */
export function useQuestions(
  root: RefObject<HTMLElement | null>,
  feed: ConversationFeed | undefined,
  onLeave: () => void,
) {
  const asked = useSelected(feed, ({ thread }) => thread.asked.at(-1)?.id, undefined);
  const last = useRef(asked);
  useEffect(() => {
    const isNew = asked !== undefined && asked !== last.current;
    last.current = asked;
    if (isNew && isFree(root.current)) offerQuestion(root.current);
  }, [asked, root]);

  return (event: KeyboardEvent) => {
    const { key, ctrlKey, shiftKey, metaKey, altKey } = event;
    const target = event.target as Element;
    // A dialog closes by it, and nothing around the dialog does.
    if (key === 'Escape' && target.closest('dialog')) return event.stopPropagation();
    const hasModifier = ctrlKey || metaKey || altKey;
    const isLeaving = key === 'Escape' && target.closest('.practice-chat-permission') !== null;
    const isHandled =
      isLeaving ||
      (ctrlKey && shiftKey && key.toLowerCase() === 'e' && focusQuestion(root.current)) ||
      (!hasModifier && pressOption(target, key));
    if (isLeaving) onLeave();
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Whether the student is in the chat without being in the middle of a sentence. */
function isFree(root: HTMLElement | null): boolean {
  const { activeElement } = document;
  if (root === null || activeElement === null || !root.contains(activeElement)) return false;
  const isField = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
  return !isField || activeElement.value === '';
}
