// @vitest-environment happy-dom
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatPanel, type ChatPanelProps, PracticeProvider } from '../../src/index.js';
import {
  ABILITIES,
  agent,
  answer,
  type ChatDaemon,
  question,
  runFinished,
  runStarted,
  startChatDaemon,
} from '../support/chat-daemon.js';

const subject = { kind: 'lesson', path: '34/first-agent', title: 'Your first agent' } as const;
const lesson = { path: subject.path, title: subject.title, section: 'The loop', getText: () => 'All of it.' };

// The first chat is loaded with all that draws it, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});
afterEach(cleanup);

function Page({ url, ...props }: { url: string } & Partial<ChatPanelProps>) {
  return (
    <PracticeProvider
      options={{ guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json', serverUrl: url }}
    >
      <ChatPanel
        subject={subject}
        title={subject.title}
        theme="light"
        isActive
        lesson={lesson}
        offline={(setup) => <div>Offline{setup}</div>}
        {...props}
      />
    </PracticeProvider>
  );
}

async function open(daemon: ChatDaemon, props: Partial<ChatPanelProps> = {}) {
  const view = render(<Page url={daemon.url} {...props} />);
  await screen.findByRole('textbox', { name: 'Message to Claude Code' });
  return {
    field: () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message to/ }),
    change: (next: Partial<ChatPanelProps>) => view.rerender(<Page url={daemon.url} {...props} {...next} />),
  };
}

/** A conversation that is open, with these events in it. */
async function openWith(events: readonly ConversationEvent[], props: Partial<ChatPanelProps> = {}) {
  const daemon = await startChatDaemon();
  const id = daemon.begin({ subject: props.subject ?? subject });
  daemon.log(id, ...events);
  const page = await open(daemon, props);
  await waitFor(() => expect(daemon.readers(id)).toBe(1));
  return { daemon, id, ...page, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() };
}

const sent = ({ requests }: ChatDaemon) =>
  requests.filter(({ name }) => name.endsWith('/messages')).map(({ body }) => body as Record<string, unknown>);

/** Waits until everything that was on its way has arrived. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)));

const asked = (id = 'p1') =>
  ({
    type: 'CUSTOM',
    name: 'permission_asked',
    value: {
      id,
      title: 'May Claude Code run `npm install`?',
      options: [
        { id: 'y', label: 'Allow once', kind: 'allow_once' },
        { id: 'n', label: 'Refuse', kind: 'reject_once' },
      ],
    },
  }) as unknown as ConversationEvent;

describe('a chat about a lesson', () => {
  test('without a practice server is what the page has for that, with how to start one', async () => {
    render(<Page url="http://127.0.0.1:9" />);
    expect(await screen.findByText('Offline')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Start the practice server' })).toBeTruthy();
  });

  test('takes along the lesson, the section and the selection, but not what was taken out', async () => {
    await using daemon = await startChatDaemon();
    const { field } = await open(daemon, { selection: 'a loop' });
    fireEvent.click(screen.getByRole('button', { name: 'Leave out: Section The loop' }));
    fireEvent.change(field(), { target: { value: 'Why?' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(sent(daemon)).toHaveLength(1));
    expect(sent(daemon)[0]).toEqual({
      text: 'Why?',
      context: { lesson: { path: subject.path, title: subject.title, text: 'All of it.' }, selection: 'a loop' },
    });
    expect(await screen.findByText('Why?')).toBeTruthy();
    expect(field().value).toBe('');
  });

  test('sends with Enter, but neither with Shift nor in the middle of a composition', async () => {
    await using daemon = await startChatDaemon();
    const { field } = await open(daemon);
    fireEvent.change(field(), { target: { value: 'こんにちは' } });
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    await settle();
    expect(daemon.requests.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(sent(daemon)).toHaveLength(1));
  });

  test('keeps what is written while a message is on its way', async () => {
    await using daemon = await startChatDaemon();
    const { field } = await open(daemon);
    fireEvent.change(field(), { target: { value: 'Why?' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.change(field(), { target: { value: 'And how?' } });
    expect(await screen.findByText('Why?')).toBeTruthy();
    await screen.findByRole('button', { name: 'Send' });
    expect(field().value).toBe('And how?');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(sent(daemon).map(({ text }) => text)).toEqual(['Why?', 'And how?']));
    await waitFor(() => expect(field().value).toBe(''));
  });

  test('keeps what was written where it could not be sent, and says why', async () => {
    await using daemon = await startChatDaemon();
    const { field } = await open(daemon);
    daemon.refuse('POST /conversations', 503, {
      error: 'dependency_missing',
      message: 'Sign in first.',
      commands: ['claude auth login'],
    });
    fireEvent.change(field(), { target: { value: 'Why?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Sign in first.')).toBeTruthy();
    expect(screen.getByText('claude auth login')).toBeTruthy();
    expect(field().value).toBe('Why?');
  });

  test('begins by itself where the student wants to be taught and nothing was said yet, once', async () => {
    await using daemon = await startChatDaemon();
    const wish = { number: 1, kind: 'begin', text: 'Teach me.' } as const;
    const { change } = await open(daemon, { wish });
    await waitFor(() => expect(sent(daemon)).toMatchObject([{ text: 'Teach me.' }]));
    change({ wish: { ...wish } });
    change({ wish: { ...wish, number: 2 } });
    await settle();
    expect(sent(daemon)).toHaveLength(1);
  });

  test('says what a button outside asks for, once, however often the page is drawn', async () => {
    await using daemon = await startChatDaemon();
    const wish = { number: 1, kind: 'say', text: 'Quiz me.' } as const;
    const { change } = await open(daemon, { wish });
    await waitFor(() => expect(sent(daemon)).toMatchObject([{ text: 'Quiz me.' }]));
    change({ wish: { ...wish } });
    await settle();
    expect(sent(daemon)).toHaveLength(1);
    change({ wish: { ...wish, number: 2 } });
    await waitFor(() => expect(sent(daemon)).toHaveLength(2));
  });

  test('opens what was said before instead of beginning anew', async () => {
    await using world = await openWith(question('What is a loop?'), {
      wish: { number: 1, kind: 'begin', text: 'Teach me.' },
    });
    expect(await screen.findByText('What is a loop?')).toBeTruthy();
    expect(sent(world.daemon)).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(world.field()));
  });

  test('begins where the one that is there could not: nobody was there to hear it', async () => {
    await using daemon = await startChatDaemon();
    daemon.begin({ subject, title: '' });
    await open(daemon, { wish: { number: 1, kind: 'begin', text: 'Teach me.' } });
    await waitFor(() => expect(sent(daemon)).toMatchObject([{ text: 'Teach me.' }]));
  });

  test('follows nothing while it is hidden', async () => {
    await using world = await openWith([]);
    world.change({ isActive: false });
    await waitFor(() => expect(world.daemon.readers(world.id)).toBe(0));
    world.change({ isActive: true });
    await waitFor(() => expect(world.daemon.readers(world.id)).toBe(1));
  });
});

describe('an answer', () => {
  test('is announced as it begins and once it is finished, but not token by token', async () => {
    await using world = await openWith([]);
    const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    world.daemon.log(world.id, runStarted(), ...question('Hi'));
    await waitFor(() => expect(status()).toContain('Claude Code is answering.'));
    const [start, ...rest] = answer(['It **repeats**', ' itself.']);
    const end = rest.pop() as ConversationEvent;
    world.daemon.log(world.id, start as ConversationEvent, ...rest);
    expect(await screen.findByText(/itself/)).toBeTruthy();
    await settle();
    expect(status()).toContain('Claude Code is answering.');
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    world.daemon.log(world.id, end, runFinished());
    await waitFor(() => expect(status()).toContain('Claude Code: It repeats itself.'));
  });

  test('that was there already is not announced', async () => {
    await using _world = await openWith([...question('Hi'), ...answer(['Old words.'])]);
    expect(await screen.findByText('Old words.')).toBeTruthy();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).not.toContain(
      'Claude Code: Old words.',
    );
  });

  test('of millions of characters is drawn as far as anybody reads, and says that there is more', async () => {
    await using _world = await openWith([...question('All of it?'), ...answer(['x'.repeat(3_000_000)])]);
    expect((await screen.findByText(/goes on for 2,800,000 characters/)).textContent).toContain('Copy it');
    expect(screen.getByRole('log').textContent?.length).toBeLessThan(201_000);
  });

  test('has a heading to jump to, and so has the question', async () => {
    await using _world = await openWith([...question('Hi'), ...answer(['Hello.'])]);
    await screen.findByText('Hello.');
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual(['You', 'Claude Code']);
  });

  test('tells what it took, and the conversation what all have taken', async () => {
    await using _world = await openWith([
      runStarted(),
      ...question('Hi'),
      runFinished({ inputTokens: 1200, outputTokens: 50, costUsd: 0.01 }),
      runStarted('2'),
      runFinished({ inputTokens: 300, outputTokens: 50, costUsd: 0.02 }, '2'),
    ]);
    expect(await screen.findByText('1.2K in, 50 out tokens · $0.01')).toBeTruthy();
    const total = screen.getByRole('button', { name: 'Used so far: $0.03' });
    expect(document.getElementById(total.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '1.5K in, 100 out tokens. List price, by the agent’s reckoning.',
    );
  });

  test('is copied as one, however many tools came between its words, and only once it is whole', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const tool = { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'Read' } as ConversationEvent;
    const before = [runStarted('0'), ...question('Hm'), ...answer(['Before.']), runFinished({}, '0')];
    await using world = await openWith([
      ...before,
      ...[runStarted(), ...question('Hi'), ...answer(['First.']), tool, ...answer(['Then.'])],
    ]);
    await screen.findByText('Then.');
    const buttons = () => screen.getAllByRole('button', { name: 'Copy: the answer' });
    expect(buttons()).toHaveLength(1);
    world.daemon.log(world.id, runFinished());
    await waitFor(() => expect(buttons()).toHaveLength(2));
    fireEvent.click(buttons()[1] as HTMLElement);
    await waitFor(() => expect(written).toHaveBeenCalledWith('First.\n\nThen.'));
    written.mockRestore();
  });

  test('can be stopped, and one that failed be tried again', async () => {
    await using world = await openWith([runStarted(), ...question('Hi')]);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(world.daemon.requests.at(-1)?.name).toMatch(/interrupt$/));
    world.daemon.log(world.id, { type: 'RUN_ERROR', message: 'No network.' } as ConversationEvent);
    expect(await screen.findByText('No network.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent(world.daemon)).toEqual([{ text: 'Hi', replaces: 2 }]));
  });

  test('that goes on keeps what is written meanwhile, and says why it is not sent', async () => {
    await using world = await openWith([runStarted(), ...question('Hi')]);
    await screen.findByRole('button', { name: 'Stop' });
    fireEvent.change(world.field(), { target: { value: 'And then?' } });
    expect(screen.queryByText(/is still answering/)).toBeNull();
    fireEvent.keyDown(world.field(), { key: 'Enter' });
    const note = screen.getByText('Claude Code is still answering. Stop it, or wait.');
    expect(note.getAttribute('role')).toBe('status');
    expect(world.field().value).toBe('And then?');
    world.daemon.log(world.id, asked());
    expect(await screen.findByText('Claude Code waits for your answer to its question. Answer it first.')).toBe(note);
    world.daemon.log(world.id, runFinished());
    await waitFor(() => expect(note.textContent).toBe(''));
    expect(sent(world.daemon)).toEqual([]);
    fireEvent.keyDown(world.field(), { key: 'Enter' });
    await waitFor(() => expect(sent(world.daemon)).toMatchObject([{ text: 'And then?' }]));
    world.daemon.log(world.id, runStarted('next'));
    await screen.findByRole('button', { name: 'Stop' });
    expect(note.textContent).toBe('');
  });
});

describe('a question about a passage of the lesson', () => {
  const facts = { lesson: subject.title, section: 'Before', selection: 'a loop' };
  const context = { lesson: { path: subject.path, title: subject.title, text: 'All of it.' } };
  const failed = { type: 'RUN_ERROR', message: 'No network.' } as ConversationEvent;

  test('that is tried again takes the lesson, its section and its passage along once more', async () => {
    await using world = await openWith([runStarted(), ...question('Why?', { facts }), failed]);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    const again = { ...context, section: 'Before', selection: 'a loop' };
    await waitFor(() => expect(sent(world.daemon)).toEqual([{ text: 'Why?', replaces: 2, context: again }]));
  });

  test('that was answered in part goes on with the lesson, which the agent may not have kept', async () => {
    await using world = await openWith([runStarted(), ...question('Why?', { facts }), ...answer(['Because']), failed]);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    const again = { ...context, section: 'Before' };
    await waitFor(() => expect(sent(world.daemon)).toEqual([{ text: 'Please go on.', context: again }]));
  });

  test('that is edited is still about that passage, with the lesson as it is now', async () => {
    await using world = await openWith([...question('Why?', { facts }), runFinished()]);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    world.change({ selection: 'another passage', lesson: { ...lesson, getText: () => 'More of it.' } });
    const field = screen.getByRole('textbox', { name: 'Your message' });
    fireEvent.change(field, { target: { value: 'Why so?' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const again = { lesson: { ...context.lesson, text: 'More of it.' }, section: 'Before', selection: 'a loop' };
    await waitFor(() => expect(sent(world.daemon)).toEqual([{ text: 'Why so?', replaces: 1, context: again }]));
  });

  test('takes nothing along that was left out the first time', async () => {
    await using world = await openWith([runStarted(), ...question('Why?', { facts: { selection: 'a loop' } }), failed]);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(sent(world.daemon)).toEqual([{ text: 'Why?', replaces: 2, context: { selection: 'a loop' } }]),
    );
  });
});

describe('a question that was sent', () => {
  test('can be edited and sent anew in its place', async () => {
    await using world = await openWith([...question('Hi'), ...answer(['Hello.']), runFinished()]);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Your message' });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'Good day' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(sent(world.daemon)).toEqual([{ text: 'Good day', replaces: 1 }]));
  });

  test('says what the agent still remembers; Escape leaves everything as it is', async () => {
    await using world = await openWith([...question('Hi'), runFinished()]);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.getByText(/Claude Code still remembers it/)).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Your message' }), { key: 'Escape' });
    expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull();
    expect(sent(world.daemon)).toEqual([]);
  });
});

describe('a permission', () => {
  const group = () => screen.findByRole('group', { name: /^May Claude Code run npm install ?\?$/ });

  test('is asked for where the agent waits, at once for a screen reader, and answered by a number', async () => {
    await using world = await openWith([]);
    world.field().focus();
    world.daemon.log(world.id, runStarted(), asked());
    const question = await group();
    await waitFor(() => expect(document.activeElement).toBe(question));
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Claude Code asks: May Claude Code run npm install\? 1: Allow once\. 2: Refuse\./,
    );
    // A key that was on its way to the field answers nothing.
    fireEvent.keyDown(question, { key: '1' });
    await new Promise((resolve) => setTimeout(resolve, 450));
    fireEvent.keyDown(question, { key: '2' });
    await waitFor(() =>
      expect(world.daemon.requests.at(-1)).toMatchObject({
        name: expect.stringMatching(/permissions\/p1$/),
        body: { optionId: 'n' },
      }),
    );
    expect(world.daemon.requests.filter(({ name }) => name.includes('/permissions/'))).toHaveLength(1);
  });

  test('sets a command apart, and offers more quietly what lasts', async () => {
    const always = { id: 'a', label: 'Allow for this conversation', kind: 'allow_always' };
    const event = asked() as unknown as { value: { options: object[] } };
    const options = [event.value.options[0], always, event.value.options[1]];
    await using _world = await openWith([runStarted(), { ...event, value: { ...event.value, options } } as never]);
    const shown = within(await group());
    expect(shown.getByText('npm install').tagName).toBe('CODE');
    const weights = shown.getAllByRole('button').map(({ textContent, dataset }) => [textContent, dataset.weight]);
    expect(weights).toEqual([
      ['1Allow once', undefined],
      ['2Allow for this conversation', 'quiet'],
      ['3Refuse', undefined],
    ]);
  });

  test('leaves who is writing alone, and is reached by a key; Escape leads back', async () => {
    await using world = await openWith([]);
    fireEvent.change(world.field(), { target: { value: 'By the way' } });
    world.field().focus();
    world.daemon.log(world.id, runStarted(), asked());
    const question = await group();
    expect(document.activeElement).toBe(world.field());
    fireEvent.keyDown(world.field(), { key: 'E', ctrlKey: true, shiftKey: true });
    expect(document.activeElement).toBe(question);
    fireEvent.keyDown(question, { key: 'Escape' });
    expect(document.activeElement).toBe(world.field());
    expect(world.daemon.requests.some(({ name }) => name.includes('/permissions/'))).toBe(false);
  });

  test('does not take the focus from who reads elsewhere', async () => {
    await using world = await openWith([]);
    (document.activeElement as HTMLElement).blur();
    world.daemon.log(world.id, runStarted(), asked());
    await group();
    expect(document.activeElement).toBe(document.body);
  });

  test('that was answered elsewhere says so quietly', async () => {
    await using world = await openWith([runStarted(), asked()]);
    world.daemon.refuse('POST', 409, { error: 'permission_not_found', message: 'It was answered already.' });
    fireEvent.click(within(await group()).getByRole('button', { name: /Allow once/ }));
    expect(await screen.findByText('It was answered already.')).toBeTruthy();
    expect(screen.queryByText('Dismiss')).toBeNull();
  });

  test('shows at its tool what was chosen', async () => {
    const tool = { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'Bash' } as ConversationEvent;
    const atTool = asked() as unknown as { value: object };
    const answered = { type: 'CUSTOM', name: 'permission_answered', value: { id: 'p1', optionId: 'y' } };
    await using _world = await openWith([
      runStarted(),
      tool,
      { ...atTool, value: { ...atTool.value, toolCallId: 't' } } as never,
      answered as never,
    ]);
    expect(await screen.findByText('You chose: Allow once')).toBeTruthy();
  });
});

describe('another form', () => {
  const exercise = { kind: 'exercise', exerciseId: 'ch34-first-agent' } as const;
  const continueInTerminal = () => {
    fireEvent.click(screen.getByRole('button', { name: 'More about this conversation' }));
    fireEvent.click(screen.getByRole('button', { name: 'Continue in terminal' }));
  };

  test('an exercise’s conversation goes to its terminal, is followed there, and comes back', async () => {
    const onShowTerminal = vi.fn();
    await using world = await openWith([...question('Hi'), runFinished()], { subject: exercise, onShowTerminal });
    await screen.findByText('Hi');
    continueInTerminal();
    expect(await screen.findByText('Continued in the terminal')).toBeTruthy();
    expect(onShowTerminal).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('textbox')).toBeNull();
    world.daemon.log(world.id, ...question('Said there'));
    expect(await screen.findByText('Said there')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Continue in chat' }));
    expect(await screen.findByText('Back in the chat')).toBeTruthy();
    expect(world.field()).toBeTruthy();
  });

  test('asks before it ends an agent that runs', async () => {
    await using world = await openWith([...question('Hi'), runFinished()], { subject: exercise });
    await screen.findByText('Hi');
    world.daemon.refuse(`POST /conversations/${world.id}/hand-over`, 409, {
      error: 'agent_busy',
      message: 'It is in the middle of an answer.',
    });
    continueInTerminal();
    const dialog = await screen.findByRole('dialog', { name: 'Go on there?' });
    expect(within(dialog).getByText('It is in the middle of an answer.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'End it and go on' }));
    await waitFor(() =>
      expect(world.daemon.requests.filter(({ name }) => name.endsWith('hand-over')).at(-1)?.body).toEqual({
        to: 'terminal',
        confirmed: true,
      }),
    );
  });

  test('a lesson’s conversation goes on in a terminal of one’s own, by a command', async () => {
    await using world = await openWith([...question('Hi'), runFinished()]);
    await screen.findByText('Hi');
    continueInTerminal();
    const dialog = await screen.findByRole('dialog', { name: 'Continue in your terminal' });
    expect(within(dialog).getByText('claude --resume abc')).toBeTruthy();
    expect(world.daemon.requests.some(({ name }) => name.endsWith('hand-over'))).toBe(false);
  });
});

describe('the agent', () => {
  const codex = agent({
    id: 'codex',
    name: 'Codex',
    signedIn: false,
    next: { dependency: 'codex', reason: 'x', title: 'Sign in', message: 'Sign in first.', commands: ['codex login'] },
  });

  test('is chosen among those there are, with what each still needs; the old conversation stays', async () => {
    await using world = await openWith([...question('Hi')]);
    world.daemon.agents = {
      ...world.daemon.agents,
      agents: [agent(), codex, agent({ id: 'shell', name: 'Shell', chat: undefined })],
    };
    await screen.findByText('Hi');
    fireEvent.click(screen.getByRole('button', { name: 'Agent: Claude Code. Change…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Choose your agent' });
    const option = await within(dialog).findByRole<HTMLInputElement>('radio', { name: 'Codex' });
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Shell' }).disabled).toBe(true);
    expect(within(dialog).getByText('version 2.1.0, not signed in')).toBeTruthy();
    expect(within(dialog).getByText('codex login')).toBeTruthy();
    fireEvent.click(option);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use it' }));
    expect(await screen.findByRole('textbox', { name: 'Message to Codex' })).toBeTruthy();
    expect(world.daemon.requests.find(({ name }) => name === 'POST /agents/choose')?.body).toEqual({ agent: 'codex' });
    fireEvent.click(screen.getByRole('button', { name: 'Conversations' }));
    fireEvent.click(screen.getByRole('button', { name: /^How agents work/ }));
    expect(await screen.findByText('Hi')).toBeTruthy();
  });

  test('is another than the chosen one where that cannot chat', async () => {
    await using daemon = await startChatDaemon();
    const shell = agent({ id: 'shell', name: 'Shell', chat: undefined });
    const agents = [shell, agent({ ...codex, chat: ABILITIES }), agent()];
    daemon.agents = { ...daemon.agents, agents, choice: 'shell' };
    const { field } = await open(daemon);
    fireEvent.change(field(), { target: { value: 'Hi' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(sent(daemon)).toHaveLength(1));
    expect(daemon.requests.find(({ name }) => name === 'POST /conversations')?.body).toEqual({
      subject,
      agent: 'claude',
    });
  });

  test('of one exercise may be its own', async () => {
    await using daemon = await startChatDaemon();
    daemon.agents = { ...daemon.agents, agents: [agent(), codex] };
    await open(daemon, { subject: { kind: 'exercise', exerciseId: 'ch34-first-agent' } });
    fireEvent.click(screen.getByRole('button', { name: 'Agent: Claude Code. Change…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Choose your agent' });
    fireEvent.click(await within(dialog).findByRole('radio', { name: 'Codex' }));
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'For this exercise only' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use it' }));
    await waitFor(() =>
      expect(daemon.requests.find(({ name }) => name === 'POST /agents/choose')?.body).toEqual({
        agent: 'codex',
        exerciseId: 'ch34-first-agent',
      }),
    );
  });

  test('offers models and modes where it has any, for the next message', async () => {
    const snapshot = {
      model: 'sonnet',
      models: [
        { id: 'sonnet', name: 'Sonnet' },
        { id: 'opus', name: 'Opus' },
      ],
      modes: [],
    };
    await using world = await openWith([{ type: 'STATE_SNAPSHOT', snapshot } as never]);
    fireEvent.change(await screen.findByRole('combobox', { name: 'Model' }), { target: { value: 'opus' } });
    expect(screen.queryByRole('combobox', { name: 'Mode' })).toBeNull();
    fireEvent.change(world.field(), { target: { value: 'Hi' } });
    fireEvent.keyDown(world.field(), { key: 'Enter' });
    await waitFor(() => expect(sent(world.daemon)[0]).toMatchObject({ model: 'opus' }));
  });
});

describe('the history', () => {
  test('deletes a conversation only after asking, and renames it', async () => {
    await using world = await openWith([...question('Hi')]);
    await screen.findByText('Hi');
    const menu = () => fireEvent.click(screen.getByRole('button', { name: 'More about this conversation' }));
    menu();
    fireEvent.click(screen.getByRole('button', { name: 'Rename…' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Loops' } });
    fireEvent.submit(screen.getByRole('textbox', { name: 'Title' }));
    expect(await screen.findByRole('heading', { name: 'Loops' })).toBeTruthy();
    menu();
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this conversation?' });
    expect(world.daemon.requests.some(({ name }) => name.endsWith('/delete'))).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Hi')).toBeNull());
    expect(screen.getByRole('heading', { name: 'New conversation' })).toBeTruthy();
  });
});
