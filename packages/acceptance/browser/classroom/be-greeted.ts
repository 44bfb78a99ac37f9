import type { Classroom } from './classroom.js';
import type { PracticePage } from './practice-page.js';
import { GREETING } from './tutor.js';

/** Waits until the tutor has greeted the student in the page. */
export async function beGreeted(practice: PracticePage, { pane }: Classroom): Promise<void> {
  await practice.waitUntilConnected();
  await pane.waitForScreen(GREETING);
  await practice.expectSameAsTmux(pane);
}
