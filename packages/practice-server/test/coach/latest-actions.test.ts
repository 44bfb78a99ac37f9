import { COACH_ROUTES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coach } from '../../src/capabilities/coach.js';
import { CAPABILITIES } from '../../src/capabilities/list.js';
import { Coaching } from './support/coaching.js';

/** The coach; with each request for actions something is logged, in the same moment and no sooner. */
const logging: typeof coach = {
  ...coach,
  open(host) {
    const open = coach.open(host);
    const routes = open.routes?.map((served) => {
      if (served.route !== COACH_ROUTES.actions && served.route !== COACH_ROUTES.exportActions) return served;
      const handler: typeof served.handler = (request, ...rest) => {
        const data = { action: 'file_open', sessionId: 'one', data: { path: 'README.md' } } as const;
        host.events.append({ exerciseId: String(request.params.id), type: 'coach_action', data });
        return served.handler(request, ...rest);
      };
      return { ...served, handler };
    });
    return { ...open, routes: routes ?? [] };
  },
};

describe('what was done a moment ago', () => {
  let coaching: Coaching;

  beforeEach(async () => {
    coaching = await Coaching.open({ capabilities: CAPABILITIES.map((one) => (one === coach ? logging : one)) });
    await coaching.start();
  });
  afterEach(() => coaching[Symbol.asyncDispose]());

  const ask = async (more: string) =>
    coaching.daemon.request(`/coach/projects/${coaching.id}/actions${more}`, { headers: await coaching.bearer() });

  test('is in the list', async () => {
    for (let count = 1; count <= 3; count += 1) {
      const { json } = await ask('?type=file_open');
      expect(json.actions).toHaveLength(count);
    }
  });

  test('is in the export', async () => {
    for (let count = 1; count <= 3; count += 1) {
      const { text } = await ask('/export');
      expect(text.match(/"file_open"/g)).toHaveLength(count);
    }
  });
});
