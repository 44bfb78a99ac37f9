import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';
import { floodAt } from './flood-at.js';

const SILENT_FOR_MS = [500, 2000] as const;

export const noAcks: Fault = {
  name: 'no-acks',
  does: 'a page reads a flood and acknowledges nothing',
  after: 'it catches up as soon as it acknowledges again',
  occupies: 'victim',
  async strike({ random, victim: session }) {
    const { page } = session;
    const end = await floodAt(session, random);
    page.acknowledges = false;
    await pause(random.between(...SILENT_FOR_MS));
    page.acknowledges = true;
    page.acknowledge();
    end();
    return [];
  },
};
