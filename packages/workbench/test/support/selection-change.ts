import { setTimeout } from 'node:timers';

/**
 * Browsers say that the selection has changed in a task of its own, once however often it did. happy-dom says it at once,
 * in the middle of what changes it: CodeMirror, which has the keyboard and shows its cursor, is then told of its own doing
 * and updates within an update, which it refuses.
 */
if (typeof document !== 'undefined') {
  const dispatch = document.dispatchEvent.bind(document);
  let isScheduled = false;
  document.dispatchEvent = (event) => {
    if (event.type !== 'selectionchange') return dispatch(event);
    if (isScheduled) return true;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      dispatch(event);
    }, 0).unref();
    return true;
  };
}
