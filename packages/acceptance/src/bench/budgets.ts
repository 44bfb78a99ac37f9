/** What was measured in the same run for comparison, by name, in the unit of the budget. */
export type Compared = Readonly<Record<string, number>>;

export interface Budget {
  readonly title: string;
  readonly unit: Unit;
  /** The most that is within the budget, in `unit`. NaN if what it depends on was not measured. */
  readonly most: (compared: Compared) => number;
}

export type Unit = 'ms' | 's' | 'KB' | 'MB' | '% of a core' | 'frames' | 'packages';

const times = (factor: number, name: string) => (compared: Compared) => factor * (compared[name] ?? Number.NaN);
const constant = (value: number) => () => value;

/** 1.15 times the bare bridge, and no more than ttyd where ttyd is installed. */
const asGoodAsBridges = (compared: Compared) => Math.min(times(1.15, 'bare')(compared), compared.ttyd ?? Infinity);

const soonAfterNative = (compared: Compared) => times(1, 'native')(compared) + 40;

/** 20 ms; where this machine is slower than that, 1.25 times the smallest server that reads the file and sends it. */
const soonOrAsTheSmallest = (compared: Compared) => Math.max(20, times(1.25, 'bare')(compared));

/** As into a small file, within what two measurements of the same thing differ by. */
const asFewAsSmall = (compared: Compared) => times(1, 'small file')(compared) + 5;

/** Nothing, within what two measurements of the same thing differ by. */
const asIdleAsWithout = (compared: Compared) => times(1, 'observer off')(compared) + 0.1;

/** The budgets of DESIGN.md and of the npx package, by the names that results carry. */
export const BUDGETS = {
  'echo-p50': { title: 'Keystroke → echo, median', unit: 'ms', most: asGoodAsBridges },
  'echo-p99': { title: 'Keystroke → echo, 99th percentile', unit: 'ms', most: times(1.25, 'bare') },
  interrupt: { title: 'Ctrl+C in an endless flood → prompt', unit: 'ms', most: soonAfterNative },
  print: { title: 'Printing a large file, read at the socket', unit: 'ms', most: times(1.1, 'native') },
  // A frame of a screen of 60 Hz, and two of them.
  'paint-p50': { title: 'Keystroke → painted in Chromium, median', unit: 'ms', most: constant(16) },
  'paint-p99': { title: 'Keystroke → painted in Chromium, 99th percentile', unit: 'ms', most: constant(33) },
  'panel-print': { title: 'Printing a large file, painted in Chromium', unit: 'ms', most: times(1.05, 'native') },
  'panel-task': { title: 'Longest task of the main thread meanwhile', unit: 'ms', most: constant(50) },
  'panel-interrupt': { title: 'Ctrl+C in a flood → prompt painted in Chromium', unit: 'ms', most: soonAfterNative },
  'stalled-memory': { title: 'Stalled reader under flood: memory grows by', unit: 'MB', most: constant(8) },
  // Both are under the same flood.
  'stalled-others': {
    title: "Stalled reader under flood: another's p99",
    unit: 'ms',
    most: times(1.1, 'no such reader'),
  },
  'click-new': { title: "Click → shell's prompt painted, beyond its start", unit: 'ms', most: constant(600) },
  'click-resumed': { title: 'The same, resumed', unit: 'ms', most: constant(250) },
  'click-claude-new': { title: "Click → Claude Code's prompt, beyond its start", unit: 'ms', most: constant(600) },
  'click-claude-resumed': { title: 'The same, resumed', unit: 'ms', most: constant(250) },
  'first-paint': { title: 'Connecting → first output', unit: 'ms', most: constant(50) },
  health: { title: '/health, 99th percentile', unit: 'ms', most: times(1.5, 'empty server') },
  start: { title: 'Daemon start → healthy', unit: 'ms', most: constant(400) },
  check: { title: "Check My Work, on top of the script's time", unit: 'ms', most: constant(25) },
  'idle-memory': { title: 'Idle with 10 sessions: memory', unit: 'MB', most: constant(85) },
  'idle-processor': { title: 'Idle with 10 sessions: processor', unit: '% of a core', most: constant(0.2) },
  crowd: { title: 'Echo of one among many attached, median', unit: 'ms', most: times(1.1, 'alone') },
  'chat-token': { title: 'A word of an agent → painted, 99th percentile', unit: 'ms', most: constant(50) },
  'chat-open': { title: 'Opening a conversation of 5,000 messages', unit: 'ms', most: constant(1000) },
  // The frame of a screen of 60 Hz, and what a timer of the browser may be off by.
  'chat-scroll': { title: 'Scrolling through it: a frame, 95th percentile', unit: 'ms', most: constant(1000 / 60 + 1) },
  'chat-type': { title: 'A key typed below it → painted, 99th percentile', unit: 'ms', most: constant(100) },
  'chat-parse': { title: "Reading 50 MB of an agent's JSON lines", unit: 'ms', most: constant(1000) },
  'chat-parse-memory': { title: 'Memory that stays of them', unit: 'MB', most: constant(8) },
  // Flat: what is read does not stay, so that four times as much needs no more at once.
  'chat-parse-peak': { title: 'Resident at most while reading 200 MB', unit: 'MB', most: times(1.25, '50 MB') },
  'events-arrive': { title: 'An event → on 20 open pages, 99th percentile', unit: 'ms', most: constant(100) },
  'events-disk': { title: 'A day of 50,000 events on the disk', unit: 'MB', most: constant(30) },
  'events-replay': { title: 'Reading that day again by /events', unit: 'ms', most: constant(200) },
  'workbench-open': { title: 'Opening a file of 1 MB, 99th percentile', unit: 'ms', most: soonOrAsTheSmallest },
  'workbench-typing': { title: 'Typing into it, 20 updates a second', unit: '% of a core', most: constant(2) },
  'workbench-frames': { title: 'Late frames while typing into 1 MB', unit: 'frames', most: asFewAsSmall },
  'workbench-point': { title: "An agent's tool call → painted, 99th percentile", unit: 'ms', most: constant(50) },
  'workbench-tree': { title: 'A project of 100,000 files → on the screen', unit: 'ms', most: constant(1000) },
  'workbench-news': { title: 'A new file in it → on the screen', unit: 'ms', most: constant(100) },
  'workbench-start': { title: 'practice-server coach → typing', unit: 'ms', most: constant(1000) },
  'workbench-weight': { title: "The Workbench's page with a file, compressed", unit: 'KB', most: constant(400) },
  'mind-dashboard': { title: 'The dashboard with a year of work, 95th percentile', unit: 'ms', most: constant(100) },
  'mind-dashboard-cold': { title: 'The same, asked first after a start', unit: 'ms', most: constant(100) },
  'mind-memories': { title: 'Ten of 10,000 memories by meaning, 95th percentile', unit: 'ms', most: constant(50) },
  'mind-idle': { title: 'Idle with a session that is observed', unit: '% of a core', most: asIdleAsWithout },
  'mind-echo': {
    title: 'Keystroke → echo while the observer thinks, p99',
    unit: 'ms',
    most: times(1.25, 'observer off'),
  },
  'mind-end': { title: "End of a session, on top of the model's time", unit: 'ms', most: constant(1000) },
  'lesson-page': { title: "A lesson page's own scripts, compressed", unit: 'KB', most: constant(25) },
  unopened: { title: 'Scripts of what nobody has opened yet', unit: 'KB', most: constant(0) },
  'smile-config': { title: "Reading a simulated learner's settings", unit: 'ms', most: constant(100) },
  'smile-tutorial': { title: 'Reading a tutorial of 100 KB with its images', unit: 'ms', most: constant(500) },
  'smile-ready': { title: "A learner's container → its first command", unit: 'ms', most: constant(5000) },
  'smile-reset': { title: 'Removing it, and the next one → its first', unit: 'ms', most: constant(3000) },
  'smile-event': { title: "A loop's event → an observer", unit: 'ms', most: constant(100) },
  'smile-overhead': { title: 'An iteration beyond its containers and CLIs', unit: 'ms', most: constant(1000) },
  'packed-size': { title: 'Size of the packed daemon', unit: 'MB', most: constant(3) },
  packages: { title: 'Packages that npx installs', unit: 'packages', most: constant(10) },
  'install-start': { title: 'npx from a warm cache → healthy', unit: 's', most: constant(3) },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;

/** A short run has too few samples for more than this: it fails only on gross regressions. */
const SHORT_TOLERANCE = 3;

export interface Measured {
  readonly budget: BudgetName;
  readonly value: number;
  readonly compared?: Compared;
  /** How it was measured, where it can differ from run to run. */
  readonly note?: string;
}

export interface Result extends Measured {
  /** What the value may be at most in this run. */
  readonly most: number;
  readonly met: boolean;
}

/** Holds a measurement against its budget. A comparison that was not measured is a miss. */
export function judge(measured: Measured, options: { short: boolean }): Result {
  const { most: limit }: Budget = BUDGETS[measured.budget];
  const most = limit(measured.compared ?? {}) * (options.short ? SHORT_TOLERANCE : 1);
  return { ...measured, most, met: measured.value <= most };
}
