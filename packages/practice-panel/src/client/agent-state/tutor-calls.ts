import type { AgentState } from '@agent-factory/protocol/events';
import { notify } from '../browser/notifications.js';
import type { Unsubscribe } from '../store/store.js';
import { canFindTabs, TabsOfExercise } from './tabs-of-exercise.js';

/** What a notification says of a tutor that cannot go on alone. */
const CALLS: Partial<Record<AgentState, string>> = {
  waiting: 'Your tutor waits for you',
  asking: 'Your tutor asks for your permission',
};

interface CallOptions {
  readonly exerciseId: string;
  readonly title: string;
  readonly stateOf: () => AgentState | undefined;
  /** Calls back whenever the state may have changed. */
  readonly onChange: (listener: () => void) => Unsubscribe;
}

/**
 * Calls the student, by a notification of the browser's, when the tutor begins to wait or to ask and nobody sees the
 * exercise: once each time, from one tab, until the exercise is seen or the tutor goes on.
 */
export function callWhenWaiting({ exerciseId, title, stateOf, onChange }: CallOptions): Unsubscribe {
  if (!canFindTabs()) return () => {};
  let shown: Notification | undefined;
  let state = stateOf();
  const close = () => {
    shown?.close();
    shown = undefined;
  };
  const tabs = new TabsOfExercise(exerciseId, close);
  const call = async (words: string) => {
    const isFor = state;
    if (!(await tabs.mustTell()) || isFor !== state) return;
    shown = notify({ title: words, body: title, tag: `practice:${exerciseId}` });
  };
  const stop = onChange(() => {
    const before = state;
    state = stateOf();
    if (state === before) return;
    close();
    // What was known of it before: a state that is merely learned is no news.
    const words = before === undefined || state === undefined ? undefined : CALLS[state];
    if (words !== undefined) void call(words);
  });
  return () => {
    stop();
    tabs.dispose();
    state = undefined;
    close();
  };
}
