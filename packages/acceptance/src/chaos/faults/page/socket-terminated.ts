import type { Fault } from '../../fault.js';

export const socketTerminated: Fault = {
  name: 'socket-terminated',
  does: 'connections of pages are cut without a word',
  after: 'the pages come back by the ticket they have',
  async strike({ world, random }) {
    for (const { page } of world.sessions) if (random.chance(0.7)) page.socket?.terminate();
    return [];
  },
};
