import { useEffect } from 'react';
import type { Chat } from '../../../client/conversations/chat.js';

/** As soon as a student may expect the agent that has just greeted them. */
const FIRST_WAIT_MS = 1000;
/** As long as a student who starts an agent in a shell may wait to see it offered. */
const LONGEST_WAIT_MS = 30_000;

/**
 * While a terminal is open in which no agent is known, looks again, ever more rarely: an agent writes down its
 * conversation some time after it has begun to speak, and a shell may be given one at any time.
 */
export function useLateTerminal(chat: Chat, isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const lookAfter = (waitMs: number) => {
      timer = setTimeout(async () => {
        await chat.lookAtTerminal();
        if (!isOver) lookAfter(Math.min(2 * waitMs, LONGEST_WAIT_MS));
      }, waitMs);
    };
    lookAfter(FIRST_WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [chat, isAwaited]);
}
