import type { Criterion } from '@agent-factory/protocol';
import type { EventData, EventType, PracticeEvent } from '@agent-factory/protocol/events';
import { describe, expect, it } from 'vitest';
import { CHECK_EVENTS, NO_CHECKS, reduceChecks } from '../../../src/client/journey/elsewhere/told-check.js';

const row = (id: string): Criterion => ({ id, name: `It does ${id}`, passed: true, status: 'passed' });

const event = <T extends EventType>(type: T, data: EventData<T>) => ({ type, data }) as unknown as PracticeEvent;
const began = (checkId?: string) => event('check_began', { ...(checkId !== undefined && { checkId }) });
const judged = (id: string, checkId?: string) =>
  event('criterion_judged', { criterion: row(id), ...(checkId !== undefined && { checkId }) });
const end = (rest: Partial<EventData<'check_ended'>> = {}) =>
  event('check_ended', { status: 'failed', complete: false, durationMs: 12, ...rest } as EventData<'check_ended'>);

const told = (...events: readonly PracticeEvent[]) => events.reduce(reduceChecks, NO_CHECKS);

describe('what the events say of the checks of an exercise', () => {
  it('is nothing before the first', () => {
    expect(told()).toEqual({ latest: { status: 'none' }, rows: new Map() });
  });

  it('comes from these events', () => {
    expect(CHECK_EVENTS).toEqual([
      'session_started',
      'session_ended',
      'check_began',
      'criterion_judged',
      'check_ended',
    ]);
  });

  it('is a check that runs, with the rows so far in their order', () => {
    expect(told(began('a')).latest).toEqual({ status: 'running', rows: [] });
    expect(told(began('a'), judged('one', 'a'), judged('two', 'a')).latest).toEqual({
      status: 'running',
      rows: [row('one'), row('two')],
    });
  });

  it('is the latest of two checks, each with its own rows', () => {
    const both = told(began('a'), judged('one', 'a'), began('b'), judged('two', 'b'), judged('three', 'a'));
    expect(both.latest).toEqual({ status: 'running', rows: [row('one'), row('three')] });
    expect(both.rows).toEqual(
      new Map([
        ['a', [row('one'), row('three')]],
        ['b', [row('two')]],
      ]),
    );
  });

  it('is a check again that begins anew, without the rows of before', () => {
    expect(told(began('a'), judged('one', 'a'), began('a')).latest).toEqual({ status: 'running', rows: [] });
  });

  it('takes checks without a name for one', () => {
    const running = told(began(), judged('one'), judged('two'));
    expect(running.rows).toEqual(new Map([['', [row('one'), row('two')]]]));
    const over = reduceChecks(running, end());
    expect(over.latest).toMatchObject({ status: 'done', result: { criteria: [row('one'), row('two')] } });
    expect(over.rows).toEqual(new Map());
  });

  it('is what it came to, once it has ended, and no longer its rows alone', () => {
    const over = told(
      began('a'),
      judged('one', 'a'),
      began('b'),
      end({ checkId: 'a', status: 'passed', complete: true }),
    );
    expect(over.latest).toEqual({
      status: 'done',
      result: { status: 'passed', complete: true, durationMs: 12, criteria: [row('one')] },
    });
    expect(over.rows).toEqual(new Map([['b', []]]));
  });

  it('keeps what the check printed', () => {
    const output = { stdout: 'a', stderr: 'b' } as unknown as NonNullable<EventData<'check_ended'>['output']>;
    expect(told(end({ output })).latest).toMatchObject({ status: 'done', result: { output } });
    expect(told(end()).latest).not.toHaveProperty('result.output');
  });

  it('is a check that could not judge, with its reason, if the reason is one of a check', () => {
    const { latest } = told(end({ status: 'error', error: { code: 'check_timeout', message: 'It took too long.' } }));
    expect(latest).toEqual({
      status: 'done',
      result: {
        status: 'error',
        complete: false,
        durationMs: 12,
        criteria: [],
        error: { code: 'check_timeout', message: 'It took too long.' },
      },
    });
  });

  it('is a failure of another kind, if the reason is not one of a check', () => {
    for (const code of ['disk_full', 'toString']) {
      const error = { code, message: 'No room.' } as unknown as NonNullable<EventData<'check_ended'>['error']>;
      expect(told(began('a'), end({ checkId: 'a', status: 'error', error })).latest).toEqual({
        status: 'failed',
        error: { error: code, message: 'No room.' },
      });
    }
  });

  it('is nothing after a check that nobody waited for any more', () => {
    const error = { code: 'invalid_request', message: 'Gone.' } as unknown as NonNullable<
      EventData<'check_ended'>['error']
    >;
    expect(told(began('a'), end({ checkId: 'a', status: 'error', error }))).toEqual(NO_CHECKS);
  });

  it('is nothing once the exercise begins anew, and stays where its session goes on', () => {
    const before = told(began('a'), judged('one', 'a'));
    const started = (status: string) => event('session_started', { status } as unknown as EventData<'session_started'>);
    expect(reduceChecks(before, started('created'))).toBe(NO_CHECKS);
    expect(reduceChecks(before, started('resumed'))).toBe(before);
    const stopped = (reason: string) => event('session_ended', { reason } as unknown as EventData<'session_ended'>);
    expect(reduceChecks(before, stopped('switched'))).toBe(before);
    expect(reduceChecks(before, stopped('user_ended'))).toBe(NO_CHECKS);
  });

  it('is not changed by other events', () => {
    const before = told(began('a'));
    expect(reduceChecks(before, event('tool_used' as EventType, {} as never))).toBe(before);
  });
});
