// @vitest-environment happy-dom
import type { ErrorCode } from '@agent-factory/protocol';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WorkbenchPanel } from '../../src/react/WorkbenchPanel.js';
import { giveSize } from './support/layout.js';
import { makeWorkbench } from './support/open-panel.js';
import { PanelDaemon } from './support/panel-daemon.js';

const daemons: PanelDaemon[] = [];

afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon[Symbol.asyncDispose]();
});

async function open(projectId: string, refusal: ErrorCode) {
  giveSize(1440, 800);
  const daemon = await PanelDaemon.start({ files: { 'a.py': '' } });
  daemons.push(daemon);
  daemon.refusal = refusal;
  const onStart = vi.fn();
  render(<WorkbenchPanel workbench={makeWorkbench(daemon, projectId)} theme="light" onStart={onStart} />);
  return { daemon, onStart };
}

it('an exercise that was never started is said to be so, and can be started and looked for again', async () => {
  const { daemon, onStart } = await open('first-steps', 'project_not_found');
  await screen.findByText(/This exercise has not been started yet/);
  expect(screen.getByText('Not started')).toBeTruthy();
  expect(screen.queryByText(/Reading the folder|Changes on disk/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Start the exercise' }));
  expect(onStart).toHaveBeenCalledOnce();
  daemon.refusal = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('treeitem', { name: 'a.py' });
  expect(screen.queryByText(/has not been started/)).toBeNull();
});

it('a folder that is gone, or that the page must not see any more, is said to be either, with the way back', async () => {
  await open('folder--0123456789', 'project_not_found');
  const words = await screen.findByText(/The project’s folder is gone, or this page is not allowed in any more/);
  expect(words.querySelector('code')?.textContent).toContain('practice-server coach');
  expect(screen.queryByRole('button', { name: 'Start the exercise' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('keeps the keyboard in the page while it is looked for again', async () => {
  const { daemon } = await open('first-steps', 'project_not_found');
  const again = await screen.findByRole('button', { name: 'Try again' });
  again.focus();
  daemon.refusal = undefined;
  fireEvent.click(again);
  await screen.findByRole('treeitem', { name: 'a.py' });
  expect(document.activeElement?.closest('.wb')).not.toBeNull();
});
