import { describe, expect, it } from 'vitest';
import { type ConversationEvent, factsOf, METADATA_KEY, ThreadBuilder } from '../src/conversations/index.js';

const AT = '2026-11-29T10:00:00.000Z';
const LATER = '2026-11-29T10:00:02.500Z';

/** Adds events one second apart, from the id that comes next. */
class Told {
  readonly builder = new ThreadBuilder();
  #id = 0;

  add(event: object, at = AT): this {
    this.#id += 1;
    this.builder.add({ id: this.#id, at, event: event as ConversationEvent });
    return this;
  }

  custom(name: string, value: object): this {
    return this.add({ type: 'CUSTOM', name, value });
  }

  get thread() {
    return this.builder.snapshot();
  }

  get items() {
    return this.thread.items;
  }
}

const told = () => new Told();
const question = (messageId: string, facts?: object) => ({
  type: 'TEXT_MESSAGE_START',
  role: 'user',
  messageId,
  ...(facts && { metadata: { [METADATA_KEY]: facts } }),
});
const answer = (messageId: string) => ({ type: 'TEXT_MESSAGE_START', role: 'assistant', messageId });
const text = (messageId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
const tool = (toolCallId: string) => ({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'Read' });
const result = (toolCallId: string, content: unknown) => ({ type: 'TOOL_CALL_RESULT', toolCallId, content });
const started = (runId: string) => ({ type: 'RUN_STARTED', runId });

describe('a thread', () => {
  it('begins with nothing', () => {
    expect(told().thread).toEqual({
      items: [],
      lastEventId: 0,
      runId: undefined,
      asked: [],
      state: undefined,
      usage: {},
      inTerminal: false,
    });
  });

  it('puts questions and answers together from their parts', () => {
    const { items, lastEventId } = told()
      .add(question('q', { section: 'Loops' }))
      .add(text('q', 'Why'))
      .add(text('q', '?'))
      .add(answer('a'), LATER)
      .add(text('a', 'Be'))
      .add(text('a', 'cause.'))
      .add({ type: 'TEXT_MESSAGE_END', messageId: 'q' })
      .add({ type: 'TEXT_MESSAGE_END', messageId: 'a' }).thread;
    expect(items).toEqual([
      { eventId: 1, at: AT, kind: 'question', id: 'q', text: 'Why?', facts: { section: 'Loops' } },
      { eventId: 4, at: LATER, kind: 'answer', id: 'a', text: 'Because.', isDone: true },
    ]);
    expect(lastEventId).toBe(8);
  });

  it('shows an answer that is not done yet', () => {
    expect(told().add(answer('a')).items).toEqual([
      { eventId: 1, at: AT, kind: 'answer', id: 'a', text: '', isDone: false },
    ]);
  });

  it('puts thoughts together, and knows when they ended', () => {
    const thinking = told()
      .add({ type: 'REASONING_MESSAGE_START', messageId: 'r' })
      .add({ type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'Let ' })
      .add({ type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'me see' });
    expect(thinking.items).toEqual([
      { eventId: 1, at: AT, kind: 'reasoning', id: 'r', text: 'Let me see', isDone: false },
    ]);
    thinking.add({ type: 'REASONING_MESSAGE_END', messageId: 'r' }, LATER);
    expect(thinking.items).toEqual([
      { eventId: 1, at: AT, kind: 'reasoning', id: 'r', text: 'Let me see', isDone: true, endedAt: LATER },
    ]);
  });

  it('keeps items of different kinds with one id apart', () => {
    const { items } = told()
      .add(tool('1'))
      .add(answer('1'))
      .add(text('1', 'said'))
      .add({ type: 'REASONING_MESSAGE_START', messageId: '1' })
      .add({ type: 'REASONING_MESSAGE_CONTENT', messageId: '1', delta: 'thought' });
    expect(items.map((item) => [item.kind, 'text' in item ? item.text : undefined])).toEqual([
      ['tool', undefined],
      ['answer', 'said'],
      ['reasoning', 'thought'],
    ]);
  });

  it('passes over what it has had, what it does not know, and what is about nothing it has', () => {
    const one = told().add(answer('a'));
    one.builder.add({ id: 1, at: AT, event: text('a', 'again') as ConversationEvent });
    one
      .add({ type: 'SOMETHING_NEW' })
      .custom('something_new', {})
      .add(text('b', 'nobody'))
      .add(result('t', 'nothing'))
      .custom('tool_call_detail', { toolCallId: 't' })
      .custom('permission_answered', { id: 'p', outcome: 'allowed' });
    expect(one.items).toEqual([{ eventId: 1, at: AT, kind: 'answer', id: 'a', text: '', isDone: false }]);
    expect(one.thread.lastEventId).toBe(7);
  });

  it('is not changed by what comes after it was looked at', () => {
    const one = told().add(answer('a'));
    const before = one.thread;
    one.add(answer('b'));
    expect(before.items).toHaveLength(1);
  });
});

describe('a tool in a thread', () => {
  it('has arguments from their parts, and a result', () => {
    const one = told()
      .add(tool('t'))
      .add({ type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: '{"a"' })
      .add({ type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: ':1}' });
    const running = {
      eventId: 1,
      at: AT,
      kind: 'tool',
      id: 't',
      name: 'Read',
      args: '{"a":1}',
      isDone: false,
      detail: { toolCallId: 't' },
    };
    expect(one.items).toEqual([running]);
    one.add(result('t', 'it worked'));
    expect(one.items).toEqual([{ ...running, isDone: true, result: 'it worked' }]);
  });

  it('names the parts of a result that are no text', () => {
    const parts = [{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }];
    expect(told().add(tool('t')).add(result('t', parts)).items).toMatchObject([{ result: 'one\n[image]\ntwo' }]);
  });

  it('keeps 100,000 characters of arguments and of a result', () => {
    const one = told()
      .add(tool('t'))
      .add({ type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: 'x'.repeat(99_999) })
      .add({ type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: 'yz' })
      .add(result('t', 'r'.repeat(100_001)));
    const [item] = one.items;
    expect(item).toMatchObject({ args: `${'x'.repeat(99_999)}y`, result: 'r'.repeat(100_000) });
  });

  it.each([
    [{ status: 'running' }, false],
    [{ status: 'failed' }, true],
    [{ title: 'Reads a file' }, false],
  ])('with the detail %j is done: %s', (detail, isDone) => {
    const { items } = told()
      .add(tool('t'))
      .custom('tool_call_detail', { toolCallId: 't', ...detail });
    expect(items).toMatchObject([{ isDone, detail: { toolCallId: 't', ...detail } }]);
  });

  it('that is done stays so, and keeps the details that it had', () => {
    const { items } = told()
      .add(tool('t'))
      .add(result('t', ''))
      .custom('tool_call_detail', { toolCallId: 't', title: 'Reads' })
      .custom('tool_call_detail', { toolCallId: 't', status: 'running' });
    expect(items).toMatchObject([{ isDone: true, detail: { title: 'Reads', status: 'running' } }]);
  });
});

describe('a permission in a thread', () => {
  const asked = { id: 'p', toolCallId: 't', title: 'May I?', options: [] };

  it('is asked until it is answered, and stands at its tool', () => {
    const one = told().add(tool('t')).custom('permission_asked', asked);
    expect(one.thread.asked).toEqual([asked]);
    expect(one.items).toMatchObject([{ permission: asked }]);
    const answered = { id: 'p', outcome: 'allowed' };
    one.custom('permission_answered', answered);
    expect(one.thread.asked).toEqual([]);
    expect(one.items).toMatchObject([{ permission: { ...asked, answered } }]);
  });

  it('may be about no tool', () => {
    const { toolCallId: _, ...general } = asked;
    const one = told().add(tool('t')).custom('permission_asked', general);
    expect(one.thread.asked).toEqual([general]);
    expect(one.items[0]).not.toHaveProperty('permission');
    one.custom('permission_answered', { id: 'p', outcome: 'allowed' });
    expect(one.thread.asked).toEqual([]);
    expect(one.items[0]).not.toHaveProperty('permission');
  });

  it('is no longer asked when the run is over', () => {
    expect(told().custom('permission_asked', asked).add({ type: 'RUN_ERROR', message: 'no' }).thread.asked).toEqual([]);
  });
});

describe('a run in a thread', () => {
  it('is known while it runs, and its end tells how long it took and what it has used', () => {
    const one = told().add(started('run'));
    expect(one.thread.runId).toBe('run');
    const usage = { inputTokens: 5, outputTokens: 2 };
    one.add({ type: 'RUN_FINISHED', runId: 'run', metadata: { [METADATA_KEY]: { usage } } }, LATER);
    expect(one.thread.runId).toBeUndefined();
    expect(one.items).toEqual([
      { eventId: 2, at: LATER, kind: 'run_end', id: 'run', outcome: 'done', usage, durationMs: 2500 },
    ]);
  });

  it.each([
    [{ type: 'cancelled' }, 'cancelled'],
    [{ type: 'success' }, 'done'],
    [undefined, 'done'],
  ])('with the outcome %j is %s', (outcome, kept) => {
    const { items } = told().add(started('r')).add({ type: 'RUN_FINISHED', outcome });
    expect(items).toEqual([{ eventId: 2, at: AT, kind: 'run_end', id: 'r', outcome: kept, durationMs: 0 }]);
  });

  it('that failed tells why, with a code and usage where there are any', () => {
    const usage = { outputTokens: 1 };
    const failed = told()
      .add(started('r'))
      .add({ type: 'RUN_ERROR', message: 'Too many', code: 'rate', metadata: { [METADATA_KEY]: { usage } } })
      .add({ type: 'RUN_ERROR', message: 'Again' });
    expect(failed.items).toEqual([
      {
        eventId: 2,
        at: AT,
        kind: 'run_end',
        id: 'r',
        outcome: 'failed',
        message: 'Too many',
        code: 'rate',
        usage,
        durationMs: 0,
      },
      { eventId: 3, at: AT, kind: 'run_end', id: '3', outcome: 'failed', message: 'Again' },
    ]);
  });

  it.each(['2026-11-29T09:59:59.000Z', 'no time'])(
    'that ends at %s, before it began, took no time that is known',
    (at) => {
      const { items } = told().add(started('r')).add({ type: 'RUN_FINISHED' }, at);
      expect(items).toEqual([{ eventId: 2, at, kind: 'run_end', id: 'r', outcome: 'done' }]);
    },
  );

  it('adds up what all runs have used', () => {
    const end = (usage: object) => ({ type: 'RUN_FINISHED', metadata: { [METADATA_KEY]: { usage } } });
    const { usage } = told()
      .add(end({ inputTokens: 1, outputTokens: 2 }))
      .add(end({ outputTokens: 3, costUsd: 0.5 }))
      .add({ type: 'RUN_FINISHED' }).thread;
    expect(usage).toEqual({ inputTokens: 1, outputTokens: 5, costUsd: 0.5 });
  });
});

describe('what else is in a thread', () => {
  it('is the state of the agent', () => {
    expect(told().add({ type: 'STATE_SNAPSHOT', snapshot: { mode: 'plan' } }).thread.state).toEqual({ mode: 'plan' });
  });

  it('are notices, each where it was given', () => {
    const notice = { code: 'signed_out', message: 'Sign in.' };
    expect(told().custom('notice', notice).custom('notice', notice).items).toEqual([
      { eventId: 1, at: AT, kind: 'notice', id: '1', notice },
      { eventId: 2, at: AT, kind: 'notice', id: '2', notice },
    ]);
  });

  it('is where it goes on: in the terminal, then in the chat again', () => {
    const one = told().custom('handed_over', { to: 'terminal' });
    expect(one.thread.inTerminal).toBe(true);
    one.custom('handed_over', { to: 'chat' });
    expect(one.thread.inTerminal).toBe(false);
    expect(one.items).toEqual([
      { eventId: 1, at: AT, kind: 'handed_over', id: '1', to: 'terminal' },
      { eventId: 2, at: AT, kind: 'handed_over', id: '2', to: 'chat' },
    ]);
  });

  it('goes when it is taken back to an event, and what comes then is put behind the rest', () => {
    const usage = { outputTokens: 4 };
    const one = told()
      .add(question('q1'))
      .add(answer('a1'))
      .add({ type: 'RUN_FINISHED', metadata: { [METADATA_KEY]: { usage } } })
      .add(question('q2'))
      .add(answer('a2'))
      .custom('rewound', { toEventId: 2 });
    expect(one.items.map(({ id }) => id)).toEqual(['q1', 'a1']);
    expect(one.thread.usage).toEqual(usage);
    one.add(answer('a2')).add(text('a2', 'anew')).add(text('a1', 'kept'));
    expect(one.items).toMatchObject([{ id: 'q1' }, { id: 'a1', text: 'kept' }, { id: 'a2', text: 'anew', eventId: 7 }]);
  });
});

describe('facts of a message', () => {
  it.each([
    ['there are some', { [METADATA_KEY]: { section: 'Loops' } }, { section: 'Loops' }],
    ['there is no metadata', undefined, {}],
    ['metadata is null', null, {}],
    ['metadata is a list', [{ section: 'Loops' }], {}],
    ['metadata is a text', 'practice', {}],
    ['they are none of ours', { other: { section: 'Loops' } }, {}],
    ['they are null', { [METADATA_KEY]: null }, {}],
    ['they are a list', { [METADATA_KEY]: ['Loops'] }, {}],
    ['they are a text', { [METADATA_KEY]: 'Loops' }, {}],
  ])('where %s', (_, metadata, facts) => {
    expect(factsOf(metadata)).toEqual(facts);
  });

  it('are found under the name that released pages read', () => {
    expect(METADATA_KEY).toBe('practice');
  });
});
