import type { Fault } from '../../fault.js';
import { endSome } from './ending.js';

export const programEnds: Fault = {
  name: 'program-ends',
  does: 'the last program of sessions ends, and they are started again at once',
  after: 'the pages are told, and the new sessions run',
  occupies: 'all',
  strike: ({ world, random }) => endSome(random.shuffled(world.sessions).slice(0, 2), async () => {}),
};
