import type { Fault } from '../../fault.js';

export const tabReload: Fault = {
  name: 'tab-reload',
  does: 'tabs are reloaded, some of them twice at once',
  after: 'the new pages write',
  async strike({ world, random }) {
    for (const session of world.sessions) {
      for (let reloads = random.between(0, 2); reloads > 0; reloads -= 1) session.openPage();
    }
    return [];
  },
};
