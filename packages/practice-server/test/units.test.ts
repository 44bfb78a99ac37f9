import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentList } from '@agent-factory/agent-cli';
import { HINT_WAIT_MS } from '@agent-factory/protocol';
import { describe, expect, inject, test, vi } from 'vitest';
import { isOwnHost } from '../src/access/hosts.js';
import { allowedOrigins, originOf, withoutCredentials } from '../src/access/origins.js';
import { newSecret, sameSecret } from '../src/access/secrets.js';
import { OwnWrites, type Sifted } from '../src/check-on-save/own-writes.js';
import { createConfig } from '../src/config.js';
import { Dependencies } from '../src/dependencies/dependencies.js';
import { packageManager, systemInstallCommands } from '../src/dependencies/install-commands.js';
import { nextStep } from '../src/dependencies/steps.js';
import { lockedUntil } from '../src/hints/gate.js';
import { pathsFor, practiceHome, tildify } from '../src/home/paths.js';
import { toPracticeError } from '../src/http/respond.js';
import { MAX_PAUSE_MS, TimeOnTask } from '../src/progress/time-on-task.js';
import { IdleTimes, SWEEP_INTERVAL_MS } from '../src/sessions/ending/idle-sweep.js';
import { InputTimes } from '../src/sessions/input-times.js';
import { writeFileAtomic } from '../src/system/files/atomic-file.js';
import { KeyedQueue } from '../src/system/keyed-queue.js';
import { FlowControl, PAUSE_ABOVE_BYTES, RESUME_BELOW_BYTES } from '../src/terminal/flow-control.js';
import { Pacer } from '../src/terminal/pacer.js';
import {
  parseSessions,
  SESSION_FORMAT,
  type SessionsSeen,
  type TmuxSession,
} from '../src/tmux/servers/session-list.js';
import { Home } from './fixtures/machine/home.js';
import { waitUntil } from './fixtures/wait-until.js';
import { withResolvers } from './fixtures/with-resolvers.js';

describe('flow control', () => {
  function start() {
    const calls: string[] = [];
    const socket = { buffered: 0 };
    const flow = new FlowControl(
      {
        send: () => {},
        get bufferedBytes() {
          return socket.buffered;
        },
      },
      ({ onOutput }) => ({ held: false, handleInput: () => {}, handleOutput: onOutput, flush: () => {} }),
    );
    const send = (bytes: number) => flow.handleOutput(Buffer.alloc(bytes));
    const target = { pause: () => calls.push('pause'), resume: () => calls.push('resume'), redraw: () => {} };
    flow.control(target);
    return { flow, send, calls, socket, target };
  }

  test('resumes far enough below the mark at which it pauses', () => {
    expect([PAUSE_ABOVE_BYTES, RESUME_BELOW_BYTES]).toEqual([256 * 1024, 64 * 1024]);
  });

  test('holds a browser that acknowledges by what it has parsed', () => {
    const { flow, send, calls } = start();
    send(10);
    expect(flow.handleAcknowledged(10)).toBe(true);
    send(PAUSE_ABOVE_BYTES);
    expect(calls).toEqual([]);
    send(1);
    expect(calls).toEqual(['pause']);
    send(1000);
    expect(calls).toEqual(['pause']);
    flow.handleAcknowledged(10 + 1001 + PAUSE_ABOVE_BYTES - RESUME_BELOW_BYTES);
    expect(calls).toEqual(['pause']);
    flow.handleAcknowledged(10 + 1001 + PAUSE_ABOVE_BYTES - RESUME_BELOW_BYTES + 1);
    expect(calls).toEqual(['pause', 'resume']);
    expect(flow.unacknowledgedBytes).toBe(RESUME_BELOW_BYTES - 1);
  });

  test('holds a browser that never acknowledges by the socket alone', () => {
    const { flow, send, calls, socket } = start();
    send(100 * PAUSE_ABOVE_BYTES);
    expect([calls, flow.unacknowledgedBytes]).toEqual([[], 0]);
    socket.buffered = PAUSE_ABOVE_BYTES + 1;
    send(1);
    expect(calls).toEqual(['pause']);
    socket.buffered = RESUME_BELOW_BYTES;
    flow.handleDrained();
    expect(calls).toEqual(['pause']);
    socket.buffered = RESUME_BELOW_BYTES - 1;
    flow.handleDrained();
    expect(calls).toEqual(['pause', 'resume']);
  });

  test('counts on where the client behind it is another one, which has not been paused', () => {
    const { flow, send, calls, target } = start();
    flow.handleAcknowledged(0);
    send(PAUSE_ABOVE_BYTES + 1);
    flow.control(undefined);
    send(1);
    expect(calls).toEqual(['pause']);
    flow.control(target);
    expect(calls).toEqual(['pause', 'pause']);
    expect(flow.handleAcknowledged(PAUSE_ABOVE_BYTES + 2)).toBe(true);
    expect(calls).toEqual(['pause', 'pause', 'resume']);
  });

  test('takes an acknowledgement from the past as nothing new, and one from the future as a mistake', () => {
    const { flow, send } = start();
    send(100);
    expect(flow.handleAcknowledged(80)).toBe(true);
    expect(flow.handleAcknowledged(50)).toBe(true);
    expect(flow.unacknowledgedBytes).toBe(20);
    expect(flow.handleAcknowledged(101)).toBe(false);
    expect(flow.unacknowledgedBytes).toBe(20);
  });
});

describe('sizes that come faster than anyone can draw', () => {
  test('are taken at once for the first, and then the latest of each turn', () => {
    vi.useFakeTimers();
    try {
      const taken: number[] = [];
      const pacer = new Pacer<number>(16, (value) => taken.push(value));
      for (let size = 1; size <= 1000; size += 1) {
        pacer.offer(size);
        vi.advanceTimersByTime(1);
      }
      expect(taken.slice(0, 3)).toEqual([1, 16, 32]);
      expect(taken.length).toBeLessThanOrEqual(64);
      vi.advanceTimersByTime(16);
      expect(taken.at(-1)).toBe(1000);
      vi.advanceTimersByTime(100);
      pacer.offer(7);
      expect(taken.at(-1)).toBe(7);
      pacer.offer(8);
      pacer.clear();
      vi.advanceTimersByTime(100);
      expect(taken.at(-1)).toBe(7);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('idle times', () => {
  const HOUR = 3_600_000;
  const session = (activeAt: number, sessionId = 'af-one'): TmuxSession => ({
    sessionId,
    inputAt: activeAt,
    activeAt,
    createdAt: 0,
    paneId: '%1',
    ended: false,
    agentExit: undefined,
  });

  const seen = (...live: TmuxSession[]): SessionsSeen => ({ live, ended: [], unknown: [] });

  test('[practice-environment 1.2 destroy] end a session that was idle for the whole timeout, look by look', () => {
    const idle = new IdleTimes();
    for (let minute = 0; minute < 240; minute += 1) expect(idle.update(seen(session(1)), 60_000, 4 * HOUR)).toEqual([]);
    expect(idle.update(seen(session(1)), 60_000, 4 * HOUR)).toEqual(['af-one']);
  });

  test('begin anew with every sign of life, also where the clock was put back', () => {
    const idle = new IdleTimes();
    expect(idle.update(seen(session(5000)), 50, 100)).toEqual([]);
    expect(idle.update(seen(session(5000)), 50, 100)).toEqual([]);
    expect(idle.update(seen(session(1000)), 50, 100)).toEqual([]);
    expect(idle.update(seen(session(1000)), 50, 100)).toEqual([]);
    expect(idle.update(seen(session(1000)), 50, 100)).toEqual(['af-one']);
  });

  test('count a night asleep or a clock that jumped as two looks at most', () => {
    const idle = new IdleTimes();
    idle.update(seen(session(1)), SWEEP_INTERVAL_MS, 4 * HOUR);
    expect(idle.update(seen(session(1)), 12 * HOUR, 4 * HOUR)).toEqual([]);
    expect(idle.update(seen(session(1)), 12 * HOUR, 2 * SWEEP_INTERVAL_MS + 1)).toEqual(['af-one']);
  });

  test('know sessions apart, and forget those that have ended', () => {
    const idle = new IdleTimes();
    idle.update(seen(session(1), session(1, 'af-two')), 100, 100);
    expect(idle.update(seen(session(1), session(2, 'af-two')), 100, 100)).toEqual(['af-one']);
    idle.update(seen(session(2, 'af-two')), 50, 100);
    expect(idle.update(seen(session(1), session(2, 'af-two')), 40, 100)).toEqual([]);
  });

  test('go on for a session that tmux says nothing about', () => {
    const idle = new IdleTimes();
    idle.update(seen(session(1)), 60, 100);
    expect(idle.update({ live: [], ended: [], unknown: ['af-one'] }, 60, 100)).toEqual([]);
    expect(idle.update(seen(session(1)), 60, 100)).toEqual([]);
    expect(idle.update(seen(session(1)), 60, 100)).toEqual(['af-one']);
  });
});

describe('the queue of an exercise', () => {
  test('runs one thing after the other, in order, and goes on after a failure', async () => {
    const queue = new KeyedQueue();
    const steps: string[] = [];
    const gate = withResolvers();
    const first = queue.run('a', async () => {
      await gate.promise;
      steps.push('first');
      throw new Error('first failed');
    });
    const second = queue.run('a', async () => steps.push('second'));
    await queue.run('b', async () => steps.push('other'));
    expect(steps).toEqual(['other']);
    gate.resolve(undefined);
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(steps).toEqual(['other', 'first', 'second']);
    await queue.idle();
  });
});

describe('[exercises 4 time-on-task] time on task', () => {
  const MINUTE = 60_000;

  test('is the time between signs of a student, without pauses', () => {
    const time = new TimeOnTask();
    expect(time.sign('one', 1000)).toBe(0);
    expect(time.sign('one', 1000 + 30.4)).toBe(30);
    expect(time.sign('two', 5 * MINUTE)).toBe(0);
    expect(time.sign('one', 1030.4 + MAX_PAUSE_MS)).toBe(MAX_PAUSE_MS);
    expect(time.sign('one', 1030.4 + 2 * MAX_PAUSE_MS + 1)).toBe(0);
    expect(time.sign('one', 1030.4 + 2 * MAX_PAUSE_MS + 1 + MINUTE)).toBe(MINUTE);
  });

  test('has a sign where something was typed since the last look, whatever the clock says', () => {
    const session = (inputAt: number, activeAt = inputAt): TmuxSession => ({
      sessionId: 'af-one',
      inputAt,
      activeAt,
      createdAt: 0,
      paneId: '%1',
      ended: false,
      agentExit: undefined,
    });
    const input = new InputTimes();
    expect(input.update([session(10)])).toEqual([]);
    expect(input.update([session(10, 500)])).toEqual([]);
    expect(input.update([session(20)])).toEqual(['af-one']);
    expect(input.update([session(5)])).toEqual(['af-one']);
    expect(input.update([])).toEqual([]);
    expect(input.update([session(900)])).toEqual([]);
  });
});

describe('[exercises 3 hints] the next rung of a hint ladder', () => {
  const shown = { revealed: 1, revealedAt: 1000, attempts: 2, attemptsAtReveal: 2, completed: false, now: 1000 };
  const cases: Array<[what: string, state: Partial<Parameters<typeof lockedUntil>[0]>, until: number | undefined]> = [
    ['is open where none was shown', { revealed: 0, revealedAt: undefined }, undefined],
    ['opens some time after the one before', {}, 1000 + HINT_WAIT_MS],
    ['is open when that time is over', { now: 1000 + HINT_WAIT_MS }, undefined],
    ['is locked until then', { now: 999 + HINT_WAIT_MS }, 1000 + HINT_WAIT_MS],
    ['is open after another check', { attempts: 3 }, undefined],
    ['is open once the exercise is complete', { completed: true }, undefined],
    ['is open where the clock was set back', { now: 999 }, undefined],
    ['is open where nobody knows when the one before was shown', { revealedAt: undefined }, undefined],
  ];
  test.each(cases)('%s', (_what, state, until) => {
    expect(lockedUntil({ ...shown, ...state })).toBe(until);
  });
});

describe('[exercises 3 watch] what a check writes itself', () => {
  const change = (path: string, at = Date.now()) => ({ path, at, created: false });
  const all = ({ saved, meanwhile, made }: Sifted): string[] => [...saved, ...meanwhile, ...made];

  /** A whole check that writes these files. */
  function runs(own: OwnWrites, ...written: string[]): string[] {
    own.forget();
    const ends = own.checkBegins();
    const news = all(own.sift(written.map((path) => change(path))));
    ends();
    own.checkEnded();
    return news;
  }

  test('is known after two whole checks in a row, and forgotten after one without', () => {
    const own = new OwnWrites();
    expect(runs(own, 'report')).toEqual(['report']);
    expect(runs(own, 'report')).toEqual(['report']);
    expect(runs(own, 'report')).toEqual([]);
    expect(runs(own)).toEqual([]);
    expect(runs(own, 'report')).toEqual(['report']);
  });

  test('is never what the student has saved while no check ran', () => {
    const own = new OwnWrites();
    expect(own.sift([change('a.py')]).saved).toEqual(['a.py']);
    for (let round = 0; round < 5; round += 1) expect(runs(own, 'a.py')).toEqual(['a.py']);
  });

  test('is told by when it was written, not by when that was heard of', () => {
    const own = new OwnWrites();
    for (let round = 0; round < 2; round += 1) runs(own, 'report');
    const ends = own.checkBegins();
    const during = Date.now();
    ends();
    expect(all(own.sift([change('report', during)]))).toEqual([]);
    expect(own.sift([change('report', during + 10_000)]).saved).toEqual(['report']);
  });
});

describe('what tmux says of its sessions', () => {
  test('[practice-environment 3.3 list] is read field by field; sessions of others are passed over', () => {
    expect(SESSION_FORMAT.split(' ')).toHaveLength(7);
    const text = [
      'af-one 1700000000 1700000010 1700000020 %3 0 ',
      'af-two 1700000000 1700000030 1700000020 %4 1 0',
      'mine 1 1 1 %5 0 ',
      'af-Odd 1 1 1 %6 0 ',
      '',
    ].join('\n');
    expect(parseSessions(text)).toEqual([
      {
        sessionId: 'af-one',
        createdAt: 1_700_000_000_000,
        inputAt: 1_700_000_010_000,
        activeAt: 1_700_000_020_000,
        paneId: '%3',
        ended: false,
        agentExit: undefined,
      },
      {
        sessionId: 'af-two',
        createdAt: 1_700_000_000_000,
        inputAt: 1_700_000_030_000,
        activeAt: 1_700_000_030_000,
        paneId: '%4',
        ended: true,
        agentExit: 0,
      },
    ]);
  });
});

describe('access', () => {
  test('[practice-environment 2.3 origin-validation] a Host is ours by a loopback name and the port', () => {
    for (const host of ['localhost:3100', 'LOCALHOST:3100', '127.0.0.1:3100', '[::1]:3100'])
      expect(isOwnHost(host, 3100)).toBe(true);
    for (const host of [
      undefined,
      '',
      'localhost',
      'localhost:',
      '[::1',
      '::1:3100',
      'evil:3100',
      'localhost:31000',
      '127.1:3100',
    ]) {
      expect([host, isOwnHost(host, 3100)]).toEqual([host, false]);
    }
    expect(isOwnHost('localhost', 80)).toBe(true);
  });

  test('[practice-environment 2.3 cors] the list of origins is exact', () => {
    expect(allowedOrigins({ port: 80, content: '/folder', extra: [] })).toContain('http://localhost');
    expect([...allowedOrigins({ port: 3105, content: '/folder', extra: ['https://a.example'] })]).toEqual([
      'http://localhost:3105',
      'http://127.0.0.1:3105',
      'http://[::1]:3105',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'https://a.example',
    ]);
    expect(allowedOrigins({ port: 1, content: '/folder', extra: ['HTTPS://A.example:443/'] })).toContain(
      'https://a.example',
    );
    expect(originOf('HTTPS://Lessons.example:443/a?b')).toBe('https://lessons.example');
    for (const other of ['ftp://x', 'lessons', '/a/b', 'http://', 'file:///x']) expect(originOf(other)).toBeUndefined();
  });

  test.each([
    ['https://me:secret@host.example/a', 'https://host.example/a'],
    ['https://me:se@cret@host.example/a', 'https://host.example/a'],
    ['HTTP://me@host.example', 'HTTP://host.example'],
    ['https://host.example/@me', 'https://host.example/@me'],
    ['https://host.example?to=a@b', 'https://host.example?to=a@b'],
    ['https://host.example#a@b', 'https://host.example#a@b'],
    ['https://host.example\\@me', 'https://host.example\\@me'],
    ['/folder/me:secret@host', '/folder/me:secret@host'],
  ])('%s is shown as %s: without what somebody signs in with', (address, shown) => {
    expect(withoutCredentials(address)).toBe(shown);
  });

  test('[practice-environment 2.3 session-token] secrets are long, unlike, safe in an address, and compared whatever their length', () => {
    const [one, two] = [newSecret(), newSecret()];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect([sameSecret(one, one), sameSecret(one, two), sameSecret('', one), sameSecret(`${one}x`, one)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the places on the disk', () => {
  test('are below the home folder, or below what AF_PRACTICE_HOME names', () => {
    expect(practiceHome({ HOME: '/home/a' })).toBe('/home/a');
    expect(practiceHome({ HOME: '/home/a', AF_PRACTICE_HOME: '/other' })).toBe('/other');
    expect(pathsFor('/h')).toEqual({
      home: '/h',
      workspaces: '/h/af-practice',
      agents: '/h/.af-practice/agents.json',
      state: '/h/.af-practice',
      database: '/h/.af-practice/state.db',
      lock: '/h/.af-practice/lock.db',
      cache: '/h/.af-practice/cache',
      tmuxWidths: '/h/.af-practice/cache/tmux-widths.json',
      archive: '/h/.af-practice/archive',
      logs: '/h/.af-practice/logs',
      mind: '/h/.af-practice/coach.json',
      recordings: '/h/.af-practice/recordings',
      hooks: '/h/.af-practice/hooks',
      tmuxConfig: '/h/.af-practice/tmux.conf',
      sockets: '/h/.af-practice/run',
      workbenchKey: '/h/.af-practice/workbench.key',
      lastPort: '/h/.af-practice/last-port',
      discovery: '/h/.af-practice-server.json',
    });
  });

  test('are shown with a tilde where they are in the home folder', () => {
    expect(['/h', '/h/a', '/hh/a', '/x'].map((path) => tildify(path, '/h'))).toEqual(['~', '~/a', '/hh/a', '/x']);
  });

  test('get whole files or none, for their owner alone', async () => {
    const folder = await mkdtemp(join(inject('runFolder'), 'files-'));
    try {
      await writeFileAtomic(join(folder, 'deep', 'a'), 'old');
      await Promise.all(['x', 'y'].map((letter) => writeFileAtomic(join(folder, 'deep', 'a'), letter.repeat(100_000))));
      expect(await readFile(join(folder, 'deep', 'a'), 'utf8')).toMatch(/^(x{100000}|y{100000})$/);
      expect((await stat(join(folder, 'deep', 'a'))).mode & 0o777).toBe(0o600);
      expect(await readdir(join(folder, 'deep'))).toEqual(['a']);
      await expect(writeFileAtomic(join(folder, 'deep'), 'x')).rejects.toThrow();
      expect(await readdir(folder)).toEqual(['deep']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('configuration', () => {
  test('[practice-environment 5.2 ports] has the defaults of the contract and cannot be changed', () => {
    const config = createConfig({}, { HOME: '/h' });
    expect(config).toMatchObject({
      content: 'http://localhost:3000',
      allowedOrigins: [],
      agent: 'claude',
      idleTimeoutMs: 14_400_000,
      open: true,
      logLevel: 'info',
      logJson: false,
    });
    expect(config.ports).toEqual([3100, 3101, 3102, 3103, 3104, 3105, 3106, 3107, 3108, 3109, 3110]);
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('[practice-environment 1.5 port-conflict] tries the wanted port first, then the range', () => {
    expect(createConfig({ port: 4000 }, {}).ports.slice(0, 3)).toEqual([4000, 3100, 3101]);
    expect(createConfig({ port: 3105 }, {}).ports.slice(0, 2)).toEqual([3105, 3100]);
    expect(createConfig({ port: 0 }, {}).ports).toEqual([0]);
  });
});

/** Nobody has described further ones. */
const NO_OTHERS = new AgentList('/nowhere/agents.json');

describe('the sign-in of agents', () => {
  test('[practice-environment 1.5 not-signed-in] is asked of each of them, however short the time since another was asked', async () => {
    await using home = await Home.make();
    await home.install({ run: '' });
    await home.install({ name: 'codex', run: '', signedIn: false });
    const dependencies = new Dependencies({
      environments: { session: home.environment },
      agents: NO_OTHERS,
      agent: 'claude',
    });
    await dependencies.require('claude');
    await dependencies.require('codex');
    const known = () => [dependencies.isSignedIn('claude'), dependencies.isSignedIn('codex')];
    await waitUntil('both have answered', () => known().every((answer) => answer !== undefined));
    expect(known()).toEqual([true, false]);
  });
});

describe('what is missing on a machine', () => {
  test('[practice-environment 1.5 tmux-missing] [practice-environment 2.4 install] is installed as the platform does it', () => {
    const systems: Array<[NodeJS.Platform, string, string | undefined]> = [
      ['darwin', '', 'brew'],
      ['linux', 'ID=ubuntu\nID_LIKE=debian', 'apt'],
      ['linux', 'ID=pop\nID_LIKE="ubuntu debian"', 'apt'],
      ['linux', 'ID=fedora', 'dnf'],
      ['linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"', 'dnf'],
      ['linux', 'ID=arch', 'pacman'],
      ['linux', 'ID=opensuse-tumbleweed\nID_LIKE="opensuse suse"', 'zypper'],
      ['linux', 'ID=alpine', 'apk'],
      ['linux', '', undefined],
    ];
    for (const [platform, release, manager] of systems)
      expect([release, packageManager(platform, release)]).toEqual([release, manager]);
    expect(systemInstallCommands('tmux', 'brew')).toEqual(['brew install tmux']);
    expect(systemInstallCommands('python3', 'brew')).toEqual(['brew install python']);
    expect(systemInstallCommands('tmux', 'apt')[0]).toMatch(/^(sudo )?apt-get install -y tmux$/);
  });

  test('[practice-environment 4.1 next-only] is told one step at a time', () => {
    const tmux = { installed: true, version: '3.4', supported: true };
    const stepOf = (known: Parameters<typeof nextStep>[0]) => nextStep(known, NO_OTHERS);
    expect(stepOf({ tmux, claude: { installed: true } })).toBeUndefined();
    expect(stepOf({ tmux: { installed: false }, claude: { installed: false } })?.reason).toBe('tmux_not_found');
    expect(stepOf({ tmux, claude: { installed: false } })?.reason).toBe('claude_not_found');
    expect(stepOf({ tmux: { installed: true, supported: false, version: '2.9' } })?.reason).toBe('tmux_too_old');
  });
});

describe('an error on its way out', () => {
  const failure = (code: string): Error => Object.assign(new Error('x'), { code });

  test('of a full disk says so, whoever met it', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
      expect(toPracticeError(failure(code)).code).toBe('storage_full');
    expect(toPracticeError(failure('EACCES')).code).toBe('workspace_failed');
  });

  test('of a file that cannot be opened or read for now, or is damaged, is none of permission', () => {
    const unavailable = ['EMFILE', 'ENFILE', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'];
    for (const code of unavailable)
      expect([code, toPracticeError(failure(code)).code]).toEqual([code, 'storage_unavailable']);
    for (const code of ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_CORRUPT_INDEX']) {
      const error = toPracticeError(failure(code));
      expect([code, error.code]).toEqual([code, 'storage_damaged']);
      expect(error.message).not.toMatch(/belongs|permission/);
    }
    expect(toPracticeError(failure('SQLITE_MISUSE')).code).toBe('internal');
  });

  test('that nobody expected is a bug of ours, and says nothing of what it was', () => {
    for (const bug of [new TypeError('secret'), failure('ERR_INVALID_ARG_TYPE'), 'text', undefined, null]) {
      const error = toPracticeError(bug);
      expect([error.code, error.facts]).toEqual(['internal', {}]);
      expect(error.message).not.toContain('secret');
    }
  });
});
