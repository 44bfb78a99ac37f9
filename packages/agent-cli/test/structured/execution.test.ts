import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { told } from '../events/recording.js';
import { ScriptAgent } from './script-agent.js';

/** Leaves a process in a session of its own. */
const LEAVE_CHILD = `require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref();`;
const SILENT_PROMPT = `on['session/prompt'] = () => {};`;

function failure(reason: string, more: object = {}) {
  return expect.objectContaining({ code: 'agent_failed', facts: expect.objectContaining({ reason, ...more }) });
}

describe('an agent that cannot be started', () => {
  test('is missing', async () => {
    await using agent = await ScriptAgent.make('');
    const started = agent.start({}, `${agent.home.path}/none`);
    await expect(started).rejects.toEqual(failure('not_found'));
    await expect(started).rejects.toThrow(/Script was not found any more\. Install it again/);
  });

  test('may not be executed', async () => {
    await using agent = await ScriptAgent.make('');
    await chmod(agent.program, 0o644);
    await expect(agent.start()).rejects.toEqual(failure('not_executable'));
  });

  test('ends at once, and says why', async () => {
    await using agent = await ScriptAgent.make(`console.error('No key: schlüssel'); process.exit(3);`);
    const started = agent.start();
    await expect(started).rejects.toEqual(failure('exited', { exitCode: 3 }));
    await expect(started).rejects.toThrow('ended with exit code 3. It said: No key: schlüssel');
    agent.recording.finish();
  });

  test('speaks another version of the protocol', async () => {
    await using agent = await ScriptAgent.make(
      `on.initialize = ({ id }) => say({ id, result: { protocolVersion: 7 } }); ${LEAVE_CHILD}`,
    );
    await expect(agent.start()).rejects.toEqual(failure('protocol'));
    expect(agent.left()).toEqual([]);
  });

  test('refuses', async () => {
    await using agent = await ScriptAgent.make(
      `on['session/new'] = ({ id }) => say({ id, error: { code: -32000, message: 'Authentication required' } });`,
    );
    const started = agent.start();
    await expect(started).rejects.toEqual(failure('refused'));
    await expect(started).rejects.toThrow('Authentication required');
    expect(agent.left()).toEqual([]);
  });

  test('does not answer', async () => {
    await using agent = await ScriptAgent.make(`on['session/new'] = () => {}; ${LEAVE_CHILD}`);
    await expect(agent.start({ answerMs: 300 })).rejects.toEqual(failure('hung'));
    expect(agent.left()).toEqual([]);
  });

  test('prints without end before it is asked anything', async () => {
    await using agent = await ScriptAgent.make(`on.initialize = () => flood(() => say({ method: 'x'.repeat(9999) }));`);
    await expect(agent.start({ bytes: 1_000_000 })).rejects.toEqual(failure('output'));
    expect(agent.left()).toEqual([]);
  });
});

describe('a run of an agent', () => {
  test('[cli-execution-modes 1.B1 modes] is one answer, and the next message another', async () => {
    await using agent = await ScriptAgent.start('');
    for (const text of ['one', 'two']) {
      await agent.execution.write(text);
      await agent.runEnded();
    }
    const items = ['question: one', 'answer: Hello.', 'done', 'question: two', 'answer: Hello.', 'done'];
    expect(told(agent.recording.finish())).toEqual(items);
  });

  test('[cli-execution-modes E3 unknown] survives garbage, and what is said on the side', async () => {
    await using agent = await ScriptAgent.start(`
      on['session/prompt'] = ({ id }) => {
        process.stdout.write('no JSON\\n[1,2]\\nnull\\n\\n{"jsonrpc":"2.0","id":77,"result":{}}\\n\\xff\\n');
        process.stderr.write('half of '); chunk('Hel'); process.stderr.write('a line'); chunk('lo.'); done(id);
      };`);
    await agent.execution.write('hi');
    await agent.runEnded();
    expect(told(agent.recording.finish())).toEqual(['question: hi', 'answer: Hello.', 'done']);
    expect(agent.recording.raw.map((event) => JSON.stringify(event))).toEqual([
      ...['"no JSON"', '[1,2]', 'null', '{"jsonrpc":"2.0","id":77,"result":{}}', '"ÿ"'],
    ]);
  });

  test.each([
    [
      'prints without end',
      `on['session/prompt'] = () => flood(() => chunk('x'.repeat(9999)));`,
      { bytes: 2_000_000 },
      'agent_output',
    ],
    [
      'prints lines without end',
      `on['session/prompt'] = () => flood(() => say({}));`,
      { events: 1000 },
      'agent_output',
    ],
    ['is silent', SILENT_PROMPT, { silentMs: 300 }, 'agent_time'],
    ['never ends', `on['session/prompt'] = () => setInterval(() => chunk('.'), 20);`, { totalMs: 500 }, 'agent_time'],
  ])('[cli-execution-modes 1.B1 timeout] fails when it %s, and the agent is ended', async (_, script, limits, code) => {
    await using agent = await ScriptAgent.start(`${script} ${LEAVE_CHILD}`, limits);
    await agent.execution.write('hi');
    await agent.execution.exited;
    const end = agent.recording.finish().items.at(-1);
    expect(end).toMatchObject({ kind: 'run_end', outcome: 'failed', code });
    expect(agent.left()).toEqual([]);
  });

  test('that ends while it asks is told that nobody answers any more', async () => {
    await using agent = await ScriptAgent.start(`
      on['session/prompt'] = ({ id }) => { ask('q'); done(id); };
      on.answer = ({ result }) => chunk('The answer is ' + result.outcome.outcome);`);
    await agent.execution.write('hi');
    await agent.runEnded();
    await agent.until(() => JSON.stringify(agent.recording.raw).includes('The answer is cancelled'));
  });

  test('may take its time as long as it says something', async () => {
    const script = `on['session/prompt'] = ({ id }) => {
      let count = 0;
      const timer = setInterval(() => { chunk('.'); count += 1; if (count === 8) { clearInterval(timer); done(id); } }, 500);
    };`;
    await using agent = await ScriptAgent.start(script, { silentMs: 3000 });
    await agent.execution.write('hi');
    await agent.runEnded();
    expect(told(agent.recording.finish())).toEqual(['question: hi', 'answer: ........', 'done']);
  });

  test('has all its time, whatever the one before it took', async () => {
    const script = `on['session/prompt'] = ({ id }) => setTimeout(() => { chunk('Hello.'); done(id); }, 1500);`;
    await using agent = await ScriptAgent.start(script, { totalMs: 4000 });
    for (const text of ['one', 'two', 'three']) {
      await agent.execution.write(text);
      await agent.runEnded();
    }
    expect(told(agent.recording.finish()).filter((words) => words === 'done')).toHaveLength(3);
  });

  test('that nobody asked for does not fill the disk', async () => {
    const flood = `on['session/prompt'] = ({ id }) => { done(id); flood(() => chunk('x'.repeat(9999))); };`;
    await using agent = await ScriptAgent.start(flood, { bytes: 2_000_000 });
    await agent.execution.write('hi');
    await agent.execution.exited;
    const words = told(agent.recording.finish());
    // What came in one piece with the answer's end may still count as part of it.
    expect(words.filter((word) => !word.startsWith('answer: '))).toEqual(['question: hi', 'done']);
    expect(agent.left()).toEqual([]);
  });

  test('may be any number of pieces long, and may follow any number of others', async () => {
    await using agent = await ScriptAgent.start(
      `on['session/prompt'] = ({ id }) => { for (let n = 0; n < 500; n += 1) chunk('.'); for (let n = 0; n < 60; n += 1) say({}); done(id); };`,
      { events: 100 },
    );
    for (const text of ['one', 'two', 'three']) {
      await agent.execution.write(text);
      await agent.runEnded();
    }
    expect(told(agent.recording.finish()).filter((word) => word === 'done')).toHaveLength(3);
  });

  test('ends with the event that is too much: what came in one piece with it is not kept', async () => {
    const script = `on['session/prompt'] = () => { process.stdout.write('y\\n'.repeat(20_000)); };`;
    await using agent = await ScriptAgent.start(script, { events: 1000 });
    await agent.execution.write('hi');
    await agent.execution.exited;
    expect(agent.recording.finish().items.at(-1)).toMatchObject({ outcome: 'failed', code: 'agent_output' });
    expect(agent.recording.raw.length).toBeLessThan(1000);
  });

  test('waits while there is no room for what it says', async () => {
    const script = `
      const printed = (n) => require('node:fs').writeFileSync(process.env.SCRIPT_HOME + '/printed', String(n));
      const print = (n, id) => { printed(n); chunk('x'.repeat(20_000)); process.stdout.write('', () => (n < 100 ? print(n + 1, id) : done(id))); };
      on['session/prompt'] = ({ id }) => print(1, id);`;
    await using agent = await ScriptAgent.start(script);
    const makeRoom = agent.fill();
    await agent.execution.write('hi');
    await agent.until(() => told(agent.recording.thread).some((word) => word.startsWith('answer: x')));
    // In the time of a second one that is heard to its end, the first one gets nowhere.
    await using other = await ScriptAgent.start(script);
    await other.execution.write('hi');
    await other.runEnded();
    expect(Number(await readFile(join(agent.home.path, 'printed'), 'utf8'))).toBeLessThan(100);
    makeRoom();
    await agent.runEnded();
    expect(told(agent.recording.finish()).at(-1)).toBe('done');
  });

  test('[cli-execution-modes 1.B4 exit] fails when the agent ends, with a line that is not whole', async () => {
    await using agent = await ScriptAgent.start(`
      on['session/prompt'] = () => { chunk('Hel'); process.stdout.write('{"jsonrpc":'); leave(9); };`);
    await agent.execution.write('hi');
    await agent.execution.exited;
    expect(told(agent.recording.finish())).toEqual([
      ...['question: hi', 'answer: Hel', expect.stringMatching(/^failed: Script ended with exit code 9\./)],
    ]);
    expect(agent.recording.raw).toEqual(['{"jsonrpc":']);
  });

  test('fails at once when the agent has ended before', async () => {
    await using agent = await ScriptAgent.start(`on['session/prompt'] = ({ id }) => { done(id); leave(0); };`);
    await agent.execution.write('one');
    await agent.execution.exited;
    await agent.execution.write('two');
    expect(agent.execution.isRunning).toBe(false);
    expect(told(agent.recording.finish()).slice(2)).toEqual([
      ...['question: two', expect.stringMatching(/^failed: Script ended with exit code 0/)],
    ]);
  });

  test('has used only what is an amount', async () => {
    const usage = '{ inputTokens: 1e308, outputTokens: -5, cachedReadTokens: "9", thoughtTokens: 3 }';
    await using agent = await ScriptAgent.start(`
      on['session/prompt'] = ({ id }) => say({ id, result: { stopReason: 'end_turn', usage: ${usage} } });`);
    await agent.execution.write('hi');
    await agent.runEnded();
    expect(agent.recording.finish().items.at(-1)).toMatchObject({ kind: 'run_end', usage: { reasoningTokens: 3 } });
    expect(agent.recording.thread.usage).toEqual({ reasoningTokens: 3 });
  });

  test('is cancelled by the student, and the agent goes on', async () => {
    await using agent = await ScriptAgent.start(`
      let running; on['session/prompt'] = ({ id }) => { running = id; chunk('Hel'); };
      on['session/cancel'] = () => done(running, 'cancelled');`);
    for (const text of ['one', 'two']) {
      await agent.execution.write(text);
      await agent.until(() => told(agent.recording.thread).at(-1) === 'answer: Hel');
      await agent.execution.interrupt();
      await agent.runEnded();
    }
    expect(told(agent.recording.finish()).filter((item) => item === 'cancelled')).toHaveLength(2);
  });
});

describe('a question of an agent', () => {
  const ASKS = `
    let running; const answers = [];
    on['session/prompt'] = ({ id }) => { running = id; ask(100); };
    on.answer = ({ result }) => { chunk(result.outcome.optionId ?? result.outcome.outcome); done(running); };`;

  test('is answered once, with one of its options', async () => {
    await using agent = await ScriptAgent.start(ASKS);
    await agent.execution.write('hi');
    await agent.asked();
    const id = agent.recording.thread.asked[0]?.id ?? '';
    const refused = expect.objectContaining({ code: 'permission_not_found' });
    expect(() => agent.execution.answer(id, 'maybe')).toThrow(refused);
    expect(() => agent.execution.answer('another', 'yes')).toThrow(refused);
    agent.execution.answer(id, 'yes');
    expect(() => agent.execution.answer(id, 'yes')).toThrow(refused);
    await agent.runEnded();
    expect(told(agent.recording.finish())).toEqual(['question: hi', 'execute failed: Do it', 'answer: yes', 'done']);
  });

  test('lapses when the agent ends, or is cancelled', async () => {
    await using agent = await ScriptAgent.start(`
      on['session/prompt'] = () => { ask(100); setTimeout(() => process.exit(1), 200); };`);
    await agent.execution.write('hi');
    await agent.asked();
    const id = agent.recording.thread.asked[0]?.id ?? '';
    await agent.execution.exited;
    expect(() => agent.execution.answer(id, 'yes')).toThrow(expect.objectContaining({ code: 'permission_not_found' }));
    expect(agent.recording.finish().asked).toEqual([]);

    await using other = await ScriptAgent.start(ASKS);
    await other.execution.write('hi');
    await other.asked();
    await other.execution.interrupt();
    await other.runEnded();
    expect(told(other.recording.finish())).toContain('answer: cancelled');
  });

  test('stops the clock until the last one is answered', async () => {
    await using agent = await ScriptAgent.start(
      `let running, count = 0;
       on['session/prompt'] = ({ id }) => { running = id; ask(100); ask(101); };
       on.answer = () => { count += 1; if (count === 2) setTimeout(() => {}, 1e6); };`,
      { silentMs: 3000 },
    );
    await agent.execution.write('hi');
    await agent.until(() => agent.recording.thread.asked.length === 2);
    const [first, second] = agent.recording.thread.asked.map(({ id }) => id);
    agent.execution.answer(first ?? '', 'yes');
    await wait(4000);
    expect(agent.execution.isRunning).toBe(true);
    agent.execution.answer(second ?? '', 'yes');
    await agent.execution.exited;
    expect(agent.recording.finish().items.at(-1)).toMatchObject({ code: 'agent_time' });
  });

  test('[cli-execution-modes 1.B1 timeout] gives no time anew for the work that the agent did before it', async () => {
    await using agent = await ScriptAgent.start(
      `on['session/prompt'] = () => { let id = 100; const again = () => setTimeout(() => ask(id += 1), 100); again(); on.answer = again; };`,
      { totalMs: 700 },
    );
    await agent.execution.write('hi');
    let answers = 0;
    while (agent.execution.isRunning && answers < 50) {
      await agent.until(() => agent.recording.thread.asked.length > 0 || !agent.execution.isRunning);
      const [asked] = agent.recording.thread.asked;
      if (asked === undefined) break;
      agent.execution.answer(asked.id, 'yes');
      answers += 1;
    }
    await agent.execution.exited;
    expect(agent.recording.finish().items.at(-1)).toMatchObject({ code: 'agent_time' });
    expect(answers).toBeLessThan(50);
  });

  test('starts the clock again when it lapses', async () => {
    await using agent = await ScriptAgent.start(`${ASKS} on['session/cancel'] = () => {}; on.answer = () => {};`, {
      silentMs: 3000,
    });
    await agent.execution.write('hi');
    await agent.asked();
    await agent.execution.interrupt();
    await agent.execution.exited;
    expect(agent.recording.finish().items.at(-1)).toMatchObject({ code: 'agent_time' });
  });
});

describe('a mode of an agent', () => {
  const MODES = `
    const ids = ['plan', 'yolo'];
    on['session/new'] = ({ id }) => say({ id, result: { sessionId: 's', modes: { availableModes: ids.map((id) => ({ id, name: id })) } } });
    on['session/set_mode'] = ({ id, params }) => { say({ id, result: {} }); say({ method: 'heard', params }); };`;

  test('is one of those that it lists, and none in which nothing is asked', async () => {
    await using agent = await ScriptAgent.start(MODES);
    expect(agent.execution.state.modes.map(({ id }) => id)).toEqual(['plan']);
    for (const mode of ['yolo', 'constructor', '']) {
      const refused = { code: 'agent_failed', facts: { reason: 'refused' } };
      await expect(agent.execution.choose({ mode })).rejects.toMatchObject(refused);
    }
    await agent.execution.choose({ mode: 'plan' });
    await agent.until(() => agent.recording.raw.length > 0);
    const heard = agent.recording.raw.map((event) => JSON.stringify(event));
    expect(heard).toEqual([expect.stringContaining('"modeId":"plan"')]);
    expect(agent.execution.state.mode).toBe('plan');
  });
});

describe('ending an agent', () => {
  test('cancels what it does, and leaves nothing', async () => {
    await using agent = await ScriptAgent.start(`${SILENT_PROMPT} ${LEAVE_CHILD}`);
    await agent.execution.write('hi');
    expect(agent.left()).toHaveLength(2);
    await agent.execution.end();
    await agent.execution.end();
    expect(await agent.execution.exited).toMatchObject({ wasEnded: true });
    expect(told(agent.recording.finish())).toEqual(['question: hi', 'cancelled']);
    expect(agent.left()).toEqual([]);
  });

  test('is by force if it will not leave', async () => {
    await using agent = await ScriptAgent.start(`
      process.on('SIGTERM', () => {}); setInterval(() => chunk('x'), 50); ${SILENT_PROMPT}`);
    await agent.execution.write('hi');
    await agent.execution.end();
    expect(told(agent.recording.finish())).toContain('cancelled');
    expect(agent.left()).toEqual([]);
  });
});
