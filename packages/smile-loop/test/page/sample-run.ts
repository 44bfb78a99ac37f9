import type { Command } from '../../src/contract/agents.js';
import type { ObserveEvent } from '../../src/contract/observe-events.js';
import type { RecordedRun } from '../../src/contract/recorded-run.js';
import { buildReport } from '../../src/report/build.js';
import { asked, CLAIM, completed, stateOf, TUTORIAL } from '../report/samples.js';

const FAILED: Command = {
  command: './setup.sh',
  exitCode: 127,
  output: 'not found',
  startedAtMs: 0,
  durationMs: 100,
  timedOut: false,
};

/** What happened: the line of each is that of `./setup.sh` in the tutorial. */
export const EVENTS: readonly ObserveEvent[] = [
  { type: 'iteration_start', iteration: 1, timestamp: '2026-02-02T10:01:00Z' },
  live([{ kind: 'thought', text: 'I look first.' }]),
  live([{ kind: 'command_start', command: FAILED.command }]),
  live([{ kind: 'command_end', command: FAILED }]),
  { type: 'student_output', status: 'ask_mentor', summary: 'It fails.', currentStep: 'Install', iteration: 1, line: 7 },
  { type: 'mentor_output', notes: 'Look in `scripts`.', iteration: 1, line: 7 },
  { type: 'iteration_start', iteration: 2, timestamp: '2026-02-02T10:02:00Z' },
  { type: 'student_output', status: 'completed', summary: 'Did it.', currentStep: 'End', iteration: 2 },
];

function live(pieces: Extract<ObserveEvent, { type: 'live' }>['pieces']): ObserveEvent {
  return { type: 'live', role: 'student', iteration: 1, line: 7, dropped: 0, pieces };
}

/** A run that found one gap, with an image that is missing. */
export function recordedRun(more: Partial<RecordedRun> = {}): RecordedRun {
  const text = `${TUTORIAL}\n![The page](img/page.png)\n`;
  const history = [asked(1, { claim: CLAIM, commands: [FAILED] }), completed(2)];
  const state = stateOf(history, { status: 'completed', iteration: 2 });
  const { report } = buildReport({
    state,
    tutorial: { path: 'docs/start.md', text, imagesMissing: [{ path: 'img/page.png', line: 12 }] },
    student: { provider: 'claude' },
    mentor: { provider: 'codex' },
    judgedBy: 'model',
    audit: { files: [], llmCalls: [], denied: [] },
    endedAt: new Date('2026-02-02T10:03:00Z'),
  });
  const events = EVENTS.map((event, index) => ({ seq: index + 1, at: `2026-02-02T10:01:0${index}Z`, event }));
  return { name: 'docs/start.md', text, maxIterations: 5, recorded: true, state, report, events, ...more };
}
