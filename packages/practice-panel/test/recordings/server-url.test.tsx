// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PracticeServer } from '../../src/client/server/server.js';
import { PracticeProvider } from '../../src/index.js';
import { usePracticeClient } from '../../src/react/context.js';
import { useServerUrl } from '../../src/react/recordings/use-server-url.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
});
afterEach(cleanup);

let server: PracticeServer;
function Address() {
  server = usePracticeClient().server;
  return <output>{useServerUrl() ?? 'none'}</output>;
}

test('the address for recordings is that of the server that answered last, also once that has gone away', async () => {
  await using daemon = await startPracticeDaemon();
  const links = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
  render(
    <PracticeProvider options={{ ...links, serverUrl: daemon.url }}>
      <Address />
    </PracticeProvider>,
  );
  const shown = screen.getByRole('status');
  expect(shown.textContent).toBe('none');
  await act(() => server.connect());
  expect(shown.textContent).toBe(daemon.url);
  await daemon[Symbol.asyncDispose]();
  await act(() => server.connect());
  expect(server.getSnapshot().connection.status).toBe('unreachable');
  expect(shown.textContent).toBe(daemon.url);
});
