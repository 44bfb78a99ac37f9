// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PracticePanel, PracticeProvider, type SiteLinks } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { answerJson, serve } from '../support/http.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, failed, passed, started } from '../support/samples.js';
import { installWebSocket } from '../support/terminal-daemon.js';

vi.mock('../../src/react/terminal/load-terminal.js', () => ({
  preloadTerminal: () => {},
  loadTerminal: async () => ({
    mountTerminal: () => ({ terminal: { focus: () => {} }, setTheme: () => {}, dispose: () => {} }),
  }),
}));

const NEXT = { ...exercise, id: 'ch34-agent-tools', title: 'Give it tools', lessonPath: '34/tools' };
const outline = {
  stages: [{ title: 'First words', criteria: ['The file exists', 'It greets'] }],
  hints: { 'It greets': 2 },
  revealed: {},
  hasSolution: true,
  network: false,
};

interface OpenOptions {
  readonly registryUrl?: string;
  readonly links?: SiteLinks;
  readonly next?: string;
}

async function open(daemon: PracticeDaemon, { registryUrl = '/registry.json', links = {}, next }: OpenOptions = {}) {
  const options = { serverUrl: daemon.url, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl };
  const shown = next === undefined ? exercise : { ...exercise, next };
  render(
    <PracticeProvider options={options}>
      <PracticePanel exercise={shown} theme="light" links={links} />
    </PracticeProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Check My Work' }));
  return within(await screen.findByRole('region', { name: 'Check My Work' }));
}

function failing() {
  return startPracticeDaemon({ start: { status: 200, body: started({ outline }) }, verify: failed });
}

beforeEach(() => {
  installWebSocket();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('a failed criterion', () => {
  it('stands in its stage, which says how far it has got', async () => {
    await using daemon = await failing();
    const results = await open(daemon);
    const stage = await results.findByRole('list', { name: 'First words 1 of 2' });
    expect(within(stage).getByText('It greets')).toBeTruthy();
  });

  it('[exercises 3 expected-found] shows what was expected beside what was found, and where', async () => {
    await using daemon = await failing();
    const [first, second] = failed.criteria;
    const told = { ...second, expected: 'I am Nova.', found: 'I am .', where: 'agent.py:12' };
    daemon.answers.verify = { ...failed, criteria: [first, told] as typeof failed.criteria };
    const results = await open(daemon);
    expect((await results.findByRole('group', { name: 'Expected: It greets' })).textContent).toBe('I am Nova.');
    expect(results.getByRole('group', { name: 'Found: It greets' }).textContent).toBe('I am .');
    expect(results.getByText('agent.py:12')).toBeTruthy();
  });

  it('[exercises 3 hints] shows its hints one at a time, and says when the next one opens', async () => {
    await using daemon = await failing();
    const nextAt = new Date(Date.now() + 170_000).toISOString();
    daemon.answers.hint.body = { criterion: 'It greets', hints: ['Look at main.'], total: 2, nextAt };
    const results = await open(daemon);
    fireEvent.click(await results.findByRole('button', { name: 'Show hint 1 of 2' }));
    expect(await results.findByText('Look at main.')).toBeTruthy();
    expect(daemon.bodies).toContainEqual({
      path: '/exercises/hint',
      body: { exerciseId: exercise.id, criterion: 'It greets' },
    });
    const next = results.getByRole('button', { name: 'Show hint 2 of 2' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    expect(results.getByText(/opens with your next check, or in 3 minutes/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    await eventually(() =>
      expect(results.getByRole('button', { name: 'Show hint 2 of 2' }).getAttribute('aria-disabled')).toBe('false'),
    );
  });

  it('says why a hint cannot be shown', async () => {
    await using daemon = await failing();
    daemon.answers.hint = { status: 404, body: { error: 'hint_not_found', message: 'Ask the tutor.' } };
    const results = await open(daemon);
    fireEvent.click(await results.findByRole('button', { name: 'Show hint 1 of 2' }));
    expect((await results.findByRole('alert')).textContent).toBe('Ask the tutor.');
  });
});

describe('the solution', () => {
  const shown = { status: 200, body: { files: [{ path: 'agent.py', text: 'print("hi")\n' }] } };

  it('[exercises 3 solution] is shown only after the student has confirmed, where the exercise is not complete', async () => {
    await using daemon = await failing();
    daemon.answers.solution = { status: 409, body: { error: 'solution_locked', message: 'Confirm.' } };
    const results = await open(daemon);
    fireEvent.click(await results.findByRole('button', { name: 'Show solution…' }));
    const question = await screen.findByRole('dialog', { name: 'See the solution now?' });
    daemon.answers.solution = shown;
    fireEvent.click(within(question).getByRole('button', { name: 'Show solution' }));
    const dialog = await screen.findByRole('dialog', { name: 'One solution' });
    expect(within(dialog).getByText('print("hi")')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Copy: agent.py' })).toBeTruthy();
    const asked = daemon.bodies.filter(({ path }) => path === '/exercises/solution').map(({ body }) => body);
    expect(asked).toMatchObject([{ confirmed: false }, { confirmed: true }]);
  });

  it('[exercises 3 solution] is shown at once where the exercise is complete', async () => {
    await using daemon = await failing();
    daemon.answers.solution = shown;
    const results = await open(daemon);
    fireEvent.click(await results.findByRole('button', { name: 'Show solution…' }));
    expect(await screen.findByRole('dialog', { name: 'One solution' })).toBeTruthy();
  });
});

describe('checks at every save', () => {
  it('[exercises 3 watch] are marked as unofficial, and give way to an official one', async () => {
    await using daemon = await failing();
    const results = await open(daemon);
    fireEvent.click(await results.findByRole('checkbox', { name: 'Check on save' }));
    const unofficial = within(await screen.findByRole('region', { name: 'Check on save' }));
    expect(unofficial.getByText('Unofficial, not counted')).toBeTruthy();
    await eventually(() => expect(daemon.watchers()).toBe(1));
    daemon.tellWatchers({ type: 'began', changed: ['agent.py'] });
    daemon.tellWatchers({ type: 'result', result: passed });
    expect(await unofficial.findByText(/press Check My Work to make it count/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    expect(await screen.findByRole('region', { name: 'Check My Work' })).toBeTruthy();
    expect(screen.queryByText('Unofficial, not counted')).toBeNull();
  });
});

describe('after the last criterion', () => {
  const links: SiteLinks = { lessonUrl: (entry) => `/docs/${entry.lessonPath}`, progressUrl: '/progress' };

  async function complete(exercises: unknown[], options: OpenOptions) {
    await using site = await serve((_, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      answerJson(response, { version: '1.0', exercises });
    });
    await using daemon = await startPracticeDaemon({ verify: passed });
    const results = await open(daemon, { registryUrl: `${site.url}/registry.json`, links, ...options });
    return (await results.findByRole('link')) as HTMLAnchorElement;
  }

  it('[exercises 3 next] offers the lesson of the next exercise, on this page where the site wants it so', async () => {
    const onFollow = vi.fn();
    const link = await complete([exercise, NEXT], { next: NEXT.id, links: { ...links, onFollow } });
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Next: Give it tools', '/docs/34/tools']);
    expect(onFollow).not.toHaveBeenCalled();
    fireEvent.click(link);
    expect(onFollow).toHaveBeenCalledWith('/docs/34/tools');
  });

  it('goes again without a trace where a browser tells the end of a scroll by a promise', async () => {
    vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
    await complete([exercise, NEXT], { next: NEXT.id });
    expect(cleanup).not.toThrow();
    vi.restoreAllMocks();
  });

  it.each([
    ['there is no next one', [exercise], undefined],
    ['the next one is unavailable', [exercise, { ...NEXT, unavailable: 'No check.' }], NEXT.id],
  ])('[exercises 3 next] offers the progress where %s', async (_, exercises, next) => {
    const link = await complete(exercises, next === undefined ? {} : { next });
    expect([link.textContent, link.getAttribute('href')]).toEqual([
      'See your progress (opens in a new tab)',
      '/progress',
    ]);
  });
});

describe('an unavailable exercise', () => {
  it('is never started, and says why', async () => {
    await using daemon = await startPracticeDaemon();
    const options = { serverUrl: daemon.url, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/r' };
    render(
      <PracticeProvider options={options}>
        <PracticePanel exercise={{ ...exercise, unavailable: 'config.json: no check' }} theme="light" />
      </PracticeProvider>,
    );
    expect(await screen.findByRole('heading', { name: 'This exercise is unavailable' })).toBeTruthy();
    expect(screen.getByText(/config\.json: no check/)).toBeTruthy();
    expect(daemon.requests).not.toContain('POST /exercises/start');
  });
});
