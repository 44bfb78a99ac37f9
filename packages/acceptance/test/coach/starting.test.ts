import { afterEach, beforeEach, expect, it } from 'vitest';
import { CoachedRepository } from '../../src/coach/coached-repository.js';
import { tmux } from '../../src/machine/tmux.js';

let coached: CoachedRepository;

beforeEach(async () => {
  coached = await CoachedRepository.start({ agent: 'claude' });
});
afterEach(() => coached[Symbol.asyncDispose]());

it('[workbench starts-agent] starts the real Claude Code in the folder of the project, and joins it when it is called again', async () => {
  const { project, command } = coached;
  await coached.greeted();
  const place = ['display-message', '-p', '-t', project.pane.target, '#{session_name} #{pane_current_path}'];
  expect(await tmux(project.pane.server, ...place)).toBe(`af-${project.id} ${project.folder}\n`);
  const { pid } = await project.pane.state();

  const again = await command.open(project.folder);
  expect([again.id, again.origin]).toEqual([project.id, project.origin]);
  expect(command.output).toContain(`The practice server is already running on`);
  await expect.poll(() => command.exitCodes).toEqual([null, 0]);
  expect((await project.pane.state()).pid).toBe(pid);
  expect(await tmux(project.pane.server, 'list-panes', '-a', '-F', '#{session_name}')).toBe(`af-${project.id}\n`);
  const { sessions } = await project.ask('/exercises/sessions');
  expect(sessions).toMatchObject([{ exerciseId: project.id, agent: 'claude' }]);
});
