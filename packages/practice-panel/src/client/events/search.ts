import { isLoopbackPage } from '../browser/page.js';
import { onAccessChange } from '../browser/permission.js';
import { pollWhileVisible } from '../browser/poll.js';
import type { PracticeServer } from '../server/server.js';
import type { Unsubscribe } from '../store/store.js';

/** Time between looks for a daemon that is missing, in milliseconds. */
const LOOK_EVERY_MS = 2000;

/**
 * A search for the daemon that all who want it share. It looks again and again while the page is visible, and at once
 * where the student has allowed the page to reach it. Where a daemon answers, there is nothing to look for: what
 * changes about it is an event. Nor does it look before anybody else has, as the browser might ask the student.
 */
export function searchFor(server: PracticeServer): () => Unsubscribe {
  let seekers = 0;
  let stop: Unsubscribe = () => {};

  const look = async () => {
    const { status } = server.getSnapshot().connection;
    if (status !== 'connected' && status !== 'unknown') await server.connect();
  };
  const begin = () => {
    const stopLooking = pollWhileVisible(look, LOOK_EVERY_MS);
    const stopListening = isLoopbackPage() ? () => {} : onAccessChange(() => void look());
    stop = () => {
      stopLooking();
      stopListening();
    };
  };
  return () => {
    let isSeeking = true;
    seekers += 1;
    if (seekers === 1) begin();
    return () => {
      if (!isSeeking) return;
      isSeeking = false;
      seekers -= 1;
      if (seekers === 0) stop();
    };
  };
}
