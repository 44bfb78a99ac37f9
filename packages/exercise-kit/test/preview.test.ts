import { expect, test } from 'vitest';
import { serverFlags } from '../src/preview/preview.js';

test('[terminal-events 6 learners] the practice server of an author’s preview nudges nobody', () => {
  const flags = serverFlags({ content: '/exercises/dist', agent: 'claude', port: 3000 });
  expect(flags.join(' ')).toContain('--nudge-after 0');
});
