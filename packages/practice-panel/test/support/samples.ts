import type {
  ExerciseSummary,
  Health,
  RegistryEntry,
  SessionSummary,
  StartResponse,
  VerificationResult,
  WidthsResponse,
} from '@agent-factory/protocol';
import type { ExerciseProgress, ProgressDocument } from '@agent-factory/protocol/progress';

const SOME_TIME = '2026-01-01T00:00:00.000Z';

export const exercise: RegistryEntry = {
  id: 'ch34-first-agent',
  title: 'Build your first agent',
  lessonPath: '34/first-agent',
  difficulty: 'beginner',
  estimatedMinutes: 30,
  xpReward: 150,
  skills: [],
};

export function health(facts: Partial<Health> = {}): Health {
  return {
    name: 'practice-server',
    healthy: true,
    version: '0.1.0',
    protocolVersion: 1,
    port: 3100,
    startedAt: SOME_TIME,
    platform: 'linux',
    agent: 'claude',
    content: 'http://localhost:3000',
    dependencies: {},
    activeSessions: 0,
    ...facts,
  };
}

export function started(facts: Partial<StartResponse> = {}): StartResponse {
  return {
    sessionId: 'af-ch34-first-agent',
    exerciseId: exercise.id,
    wsUrl: 'ws://127.0.0.1:9/terminal/af-ch34-first-agent?ticket=t',
    status: 'created',
    workspace: '/home/maya/af-practice/ch34-first-agent',
    agent: 'claude',
    version: '1.0.0',
    outline: { stages: [], hints: {}, revealed: {}, hasSolution: false, network: false },
    notices: [],
    ...facts,
  };
}

export function summary(facts: Partial<ExerciseSummary> = {}): ExerciseSummary {
  return { ...exercise, status: 'not_started', running: false, ...facts };
}

export function session(exerciseId: string): SessionSummary {
  return {
    sessionId: `af-${exerciseId}`,
    exerciseId,
    agent: 'claude',
    status: 'running',
    createdAt: SOME_TIME,
    lastActivity: SOME_TIME,
    connected: false,
    workspace: `/home/maya/af-practice/${exerciseId}`,
  };
}

export const passed: VerificationResult = {
  complete: true,
  status: 'passed',
  criteria: [{ name: 'It greets', passed: true, status: 'passed' }],
  durationMs: 5,
};

export const failed: VerificationResult = {
  complete: false,
  status: 'failed',
  criteria: [
    { name: 'The file exists', passed: true, status: 'passed' },
    { name: 'It greets', passed: false, status: 'failed', message: 'It printed nothing.', hint: 'Look at main().' },
  ],
  durationMs: 5,
};

/** What tmux 3.3a says, cut down to a few characters. */
export function widths(facts: Partial<WidthsResponse> = {}): WidthsResponse {
  return {
    tmux: '3.3a',
    ranges: [
      [0x300, 0x36f, 0],
      [0x200d, 0x200d, 0],
      [0x4e00, 0x9fff, 2],
      [0xfe0f, 0xfe0f, 0],
      [0x1f389, 0x1f4ff, 2],
      [0x20000, 0x2ffff, 2],
    ],
    joins: { zwj: true, variationSelector: false, modifierBases: [], flags: 'apart' },
    maxCharacterBytes: 21,
    ...facts,
  };
}

/** How one version of the exercise went: begun, one of two criteria passed. */
export function exerciseProgress(facts: Partial<ExerciseProgress> = {}): ExerciseProgress {
  return {
    exerciseId: exercise.id,
    version: '1.0.0',
    attempts: 3,
    timeOnTaskMs: 1_500_000,
    criteria: [
      { name: 'The file exists', status: 'passed', attempts: 3, firstPassedAt: SOME_TIME, hintsRevealed: 0 },
      { name: 'It greets', status: 'failed', attempts: 3, hintsRevealed: 2 },
    ],
    ...facts,
  };
}

export function progress(exercises: ExerciseProgress[] = []): ProgressDocument {
  return { format: 'af-practice-progress', formatVersion: 1, exportedAt: SOME_TIME, exercises };
}
