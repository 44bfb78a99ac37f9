import { exerciseIdOf } from '@agent-factory/protocol';
import type { SessionContext } from '../context.js';

/** Who hears what comes from the pages at terminals, and what a page hears when it comes to one. */
export function listenToTerminals({
  terminals,
  watch,
  observers,
  hooks,
  typing,
}: Pick<SessionContext, 'terminals' | 'watch' | 'observers' | 'hooks' | 'typing'>): void {
  terminals.greetingsOf = (sessionId) => {
    const exit = watch.exitOf(sessionId);
    return [...(exit ? [exit] : []), ...hooks.greetingsOf(exerciseIdOf(sessionId) ?? sessionId)];
  };
  terminals.onInput = (sessionId, bytes) => {
    const exerciseId = exerciseIdOf(sessionId) ?? sessionId;
    hooks.onInput(exerciseId, bytes);
    observers.handleInput(exerciseId, bytes);
    if (typing.note(exerciseId, bytes)) hooks.onTyped(exerciseId);
  };
  terminals.onPresence = (sessionId, presences) => {
    const exerciseId = exerciseIdOf(sessionId) ?? sessionId;
    typing.heard(exerciseId);
    hooks.onPresence(exerciseId, presences);
  };
}
