// @vitest-environment happy-dom
import type { AddressInfo } from 'node:net';
import { render, screen } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { addressWith, kataIn } from '../../src/page/address.js';
import { AgentSession } from '../../src/page/agent-session.js';
import { NoProject } from '../../src/page/NoProject.js';
import { Page } from '../../src/page/Page.js';
import { eventually } from '../client/support/eventually.js';
import { KATA } from '../client/support/katas.js';
import { giveSize } from './support/layout.js';
import { goTo, makeWorkbench } from './support/open-panel.js';
import { PanelDaemon } from './support/panel-daemon.js';

const opened: (AsyncDisposable | { dispose(): void })[] = [];

const STARTED = {
  sessionId: 'af-shop',
  exerciseId: 'folder--0123456789',
  status: 'created',
  workspace: '~/shop',
  agent: 'claude',
  version: '1',
};

/** Terminals connect, and nothing comes. */
const terminals = new WebSocketServer({ host: '127.0.0.1', port: 0 });
const started = () => ({
  ...STARTED,
  wsUrl: `ws://127.0.0.1:${(terminals.address() as AddressInfo).port}/terminal/af-shop?ticket=t`,
});

afterAll(() => {
  for (const client of terminals.clients) client.terminate();
  terminals.close();
});

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) {
    if ('dispose' in each) each.dispose();
    else await each[Symbol.asyncDispose]();
  }
});

/** The daemon's own page; the daemon answers a start with this, until `answers` is changed. */
async function openPage(status: number, body: object) {
  giveSize(1440, 800);
  const daemon = await PanelDaemon.start();
  const answers = { status, body };
  daemon.answer = () => answers;
  const workbench = makeWorkbench(daemon);
  const session = new AgentSession(workbench.rest);
  opened.push(daemon, session);
  session.start();
  render(<Page workbench={workbench} session={session} />);
  return { daemon, session, answers, workbench };
}

describe('the address of the page', () => {
  const address = 'http://localhost/workbench/?project=shop';

  it('may name a kata', () => {
    expect(kataIn(address)).toBeUndefined();
    expect(kataIn(`${address}&kata=`)).toBeUndefined();
    expect(kataIn(`${address}&kata=a%2Fb`)).toBe('a/b');
  });

  it('gets another one, and loses it', () => {
    expect(addressWith(address, 'a/b')).toBe(`${address}&kata=a%2Fb`);
    expect(addressWith(`${address}&kata=k1`, undefined)).toBe(address);
    expect(addressWith(`${address}&odd=%20`, undefined)).toBe(`${address}&odd=%20`);
  });
});

describe('the daemon’s own page', () => {
  it('is called as the project', async () => {
    await openPage(200, started());
    await eventually(() => expect(document.title).toBe('shop · Workbench'));
  });

  it('shows the agent’s terminal beside the Workbench, and what the student should know of it', async () => {
    const notices = [
      { code: 'not_signed_in', message: 'Claude Code is not signed in.', commands: ['claude auth login'] },
    ];
    const { session } = await openPage(200, { ...started(), notices });
    await screen.findByText('Claude Code is not signed in.');
    expect(screen.getByText('claude auth login')).toBeTruthy();
    expect(session.getSnapshot().status).toBe('running');
    expect(document.querySelector('[data-practice-terminal]')).toBeTruthy();
  });

  it('says what to do where the browser is not let in', async () => {
    await openPage(401, { error: 'unauthorized', message: 'Neither.' });
    await screen.findByText('npx @agent-factory/practice-server coach');
    expect(screen.getByText('This page is not allowed in any more')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
  });

  it('names the folder that is gone', async () => {
    await openPage(404, { error: 'project_not_found', message: 'Gone.', path: '~/code/shop' });
    await screen.findByText(/~\/code\/shop is not there any more/);
  });

  it('shows how to get an agent that is missing, beside the files, and goes on by itself once it is there', async () => {
    const body = {
      ...{ error: 'dependency_missing', missing: 'claude', title: 'Install Claude Code', message: 'It is not there.' },
      commands: ['npm install -g @anthropic-ai/claude-code'],
    };
    const { answers } = await openPage(503, body);
    await screen.findByText('npm install -g @anthropic-ai/claude-code');
    expect(screen.getByRole('region', { name: 'Files' })).toBeTruthy();
    Object.assign(answers, { status: 200, body: started() });
    await eventually(() => expect(document.querySelector('[data-practice-terminal]')).toBeTruthy());
  });

  it('lets the student try again where waiting does not help', async () => {
    const { answers } = await openPage(500, { error: 'session_failed', message: 'tmux did not start.' });
    await screen.findByText('tmux did not start.');
    Object.assign(answers, { status: 200, body: started() });
    screen.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => expect(document.querySelector('[data-practice-terminal]')).toBeTruthy());
  });

  it('names the kata that is open in its address, beside what it named before', async () => {
    const { daemon, workbench } = await openPage(200, started());
    daemon.katas = [KATA];
    goTo('http://localhost/workbench/?project=folder--0123456789&kata=k0#here');
    workbench.openKata('k1');
    await eventually(() =>
      expect(location.href).toBe('http://localhost/workbench/?project=folder--0123456789&kata=k1#here'),
    );
    workbench.closeKata();
    await eventually(() => expect(location.href).toBe('http://localhost/workbench/?project=folder--0123456789#here'));
  });

  it('says how to open a project where its address names none', () => {
    render(<NoProject />);
    expect(screen.getByRole('heading', { name: 'Open a project' })).toBeTruthy();
  });
});
