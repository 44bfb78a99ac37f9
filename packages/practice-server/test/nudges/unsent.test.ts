import { text } from 'node:stream/consumers';
import type { AgentState } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Delivery } from '../../src/sessions/delivery/delivery.js';
import { Typing } from '../../src/sessions/delivery/typing.js';
import { createLog } from '../../src/system/log.js';
import type { Tmux } from '../../src/tmux/tmux.js';
import { LogFile } from '../events/log-file.js';

const ID = 'first-steps';

/** A terminal whose agent shows what it is given; a test says what happens at each moment. */
class Pane {
  screen = '';
  hasExited = false;
  ownClient: string | undefined;
  readonly pasted: string[] = [];
  readonly keys: string[] = [];
  onLook: () => void = () => undefined;
  onPaste: (line: string) => void = () => undefined;
  onEnter: () => void = () => undefined;

  get tmux(): Tmux {
    const paste: Tmux['clients']['paste'] = async (_, source) => {
      const line = await text(source);
      this.pasted.push(line);
      this.screen += `${line}\n`;
      this.onPaste(line);
    };
    const agents = {
      front: async () => {
        this.onLook();
        return { hasExited: this.hasExited, ownClient: this.ownClient, screen: this.screen };
      },
      press: async (_: string, key: string) => void this.keys.push(key),
      pressUnlessLeft: async (_: string, key: string) => {
        this.keys.push(key);
        this.onEnter();
      },
    };
    return { clients: { paste }, agents } as unknown as Tmux;
  }
}

let file: LogFile;
let pane: Pane;
let typing: Typing;
let delivery: Delivery;
let state: AgentState;
/** How often it was looked at: every try does so first. */
let looks: number;
let typed: string[];
beforeEach(async () => {
  file = await LogFile.open();
  pane = new Pane();
  typing = new Typing();
  typing.begin(ID);
  state = 'waiting';
  looks = 0;
  typed = [];
  delivery = new Delivery({
    tmux: pane.tmux,
    events: file.log,
    typing,
    terminals: { holdingInput: (_, act) => act() },
    log: createLog({ level: 'silent', json: true, directory: file.home.in('logs') }),
    stateOf: () => {
      looks += 1;
      return state;
    },
    onTyped: (_, bytes) => typed.push(bytes.toString()),
    asks: (_, screen) => screen.includes('Yes / No'),
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await delivery.close();
  await file[Symbol.asyncDispose]();
});

const type = (keys: string) => typing.note(ID, Buffer.from(keys));

describe('what is said to an agent', () => {
  test('is sent by one Enter, after which the prompt is empty', async () => {
    expect(await delivery.say(ID, 'hello')).toBeUndefined();
    expect([pane.pasted, pane.keys, typing.isDrafting(ID)]).toEqual([['hello'], ['Enter'], false]);
    expect(typed).toEqual(['hello', '\r']);
  });

  test('is sent once its paste is surely over, as an Enter within would be a line of it', async () => {
    let pastedAt = 0;
    let waitedMs = 0;
    pane.onPaste = () => (pastedAt = performance.now());
    pane.onEnter = () => (waitedMs = performance.now() - pastedAt);
    await delivery.say(ID, 'hello');
    expect(waitedMs).toBeGreaterThan(150);
  });

  test('is not said where the agent ends at the very moment of the Enter', async () => {
    pane.onEnter = () => (pane.hasExited = true);
    expect(await delivery.say(ID, 'hello')).toBe('the agent has ended');
    expect([pane.keys, typing.isDrafting(ID)]).toEqual([['Enter'], true]);
  });

  test('is not sent together with what the student types meanwhile', async () => {
    pane.onPaste = () => void type('x');
    expect(await delivery.say(ID, 'hello')).toBe('you have typed something meanwhile');
    expect([pane.keys, typing.isDrafting(ID)]).toEqual([[], true]);
  });

  test('leaves a draft that the student begins at that moment', async () => {
    pane.onEnter = () => void type('x');
    expect(await delivery.say(ID, 'hello')).toBeUndefined();
    expect(typing.isDrafting(ID)).toBe(true);
  });

  test('and not sent is taken back, and may yet stand in the prompt', async () => {
    pane.onPaste = () => (state = 'working');
    expect(await delivery.say(ID, 'hello')).toBe('the agent is at work');
    state = 'waiting';
    expect(await delivery.say(ID, 'again')).toMatch(/^something may stand in the prompt/);
    expect([pane.pasted, pane.keys]).toEqual([['hello'], ['C-u']]);
  });

  test.each([
    [
      'is on the screen',
      () => {
        pane.screen += 'Run it? Yes / No';
      },
    ],
    [
      'is told',
      () => {
        state = 'asking';
      },
    ],
  ])('is not sent into a question that comes meanwhile and %s', async (_, ask) => {
    pane.onPaste = ask;
    expect(await delivery.say(ID, 'hello')).toBe('the agent asks something');
    expect(pane.keys).toEqual([]);
  });

  test('is taken out of the shell that follows an agent which has ended', async () => {
    pane.onPaste = () => (pane.hasExited = true);
    expect(await delivery.say(ID, 'hello')).toBe('the agent has ended');
    expect(pane.keys).toEqual(['C-u']);
  });

  test('is taken back where the agent does not show it', async () => {
    pane.onPaste = () => (pane.screen = 'hel');
    expect(await delivery.say(ID, 'hello')).toBe('the agent did not take it');
    expect(pane.keys).toEqual(['C-u']);
  });

  test('is known to be there, however it is wrapped and framed', async () => {
    pane.onPaste = () => (pane.screen = '╭────╮\n│ one two th │\n│ ree four   │\n╰────╯');
    expect(await delivery.say(ID, 'one two three four')).toBeUndefined();
  });

  test('is one line without keys, and not a long one', async () => {
    await delivery.say(ID, `one\ntwo\r\x03\x1b three\u2028 ${'x'.repeat(1000)}`);
    expect(pane.pasted[0]).toMatch(/^one two {2}three {2}x{300,}$/);
    expect(pane.pasted[0]?.length).toBe(400);
  });

  test('is not said while the exercise is open in another terminal, where something may be typed', async () => {
    pane.ownClient = String(process.pid);
    expect(await delivery.say(ID, 'hello')).toBe('the exercise is open in another terminal');
    expect([pane.pasted, typing.isDrafting(ID)]).toEqual([[], true]);
  });

  test('is not said at once after the student has sent something', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    type('hi\r');
    clock.mockReturnValue(2900);
    expect(await delivery.say(ID, 'hello')).toBe('the agent is about to answer');
    expect(pane.pasted).toEqual([]);
  });
});

describe('what waits for the agent', () => {
  const all = (lines: readonly string[]) => vi.waitFor(() => expect(pane.pasted).toEqual(lines), { timeout: 10_000 });

  test('is not said to the agent of the next session', async () => {
    state = 'working';
    delivery.sayWhenWaiting(ID, 'old');
    file.log.append({ exerciseId: ID, type: 'session_ended', data: { reason: 'exited' } });
    state = 'waiting';
    delivery.sayWhenWaiting(ID, 'new');
    await all(['new']);
  });

  test('is not forgotten where it comes while another is said', async () => {
    pane.onLook = () => {
      pane.onLook = () => undefined;
      delivery.sayWhenWaiting(ID, 'second');
    };
    delivery.sayWhenWaiting(ID, 'first');
    await all(['first', 'second']);
  });

  test('is the latest, where it is much', async () => {
    state = 'working';
    for (const line of ['1', '2', '3', '4', '5', '6', '7']) delivery.sayWhenWaiting(ID, line);
    state = 'waiting';
    delivery.tryWaiting(ID);
    await all(['3 4 5 6 7']);
  });

  test('for the next Enter, as after a restart, says so once, and is said after it', async () => {
    typing.forget(ID);
    const onUnsent = vi.fn();
    delivery.sayWhenWaiting(ID, 'an issue', onUnsent);
    await vi.waitFor(() => expect(onUnsent).toHaveBeenCalled(), 15_000);
    delivery.tryWaiting(ID);
    await vi.waitFor(() => expect(looks).toBe(2), 15_000);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    type('\r');
    // Surely over: of two fractions, 3000 more may be less than 3000 apart.
    clock.mockReturnValue(performance.now() + 3001);
    await all(['an issue']);
    expect(onUnsent).toHaveBeenCalledTimes(1);
  });

  test('says nothing of an Enter where it waits for the agent', async () => {
    state = 'working';
    const onUnsent = vi.fn();
    delivery.sayWhenWaiting(ID, 'an issue', onUnsent);
    await vi.waitFor(() => expect(looks).toBe(1), 15_000);
    state = 'waiting';
    await all(['an issue']);
    expect(onUnsent).not.toHaveBeenCalled();
  });

  test('is no longer news after ten minutes', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    delivery.sayWhenWaiting(ID, 'old');
    clock.mockReturnValue(10 * 60_000);
    delivery.sayWhenWaiting(ID, 'new');
    await all(['new']);
  });
});
