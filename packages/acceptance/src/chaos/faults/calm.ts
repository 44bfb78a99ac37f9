import type { Fault } from '../fault.js';

export const calm: Fault = {
  name: 'calm',
  does: 'nothing breaks',
  after: 'everything the student does succeeds',
  harmless: true,
  strike: async () => [],
};
