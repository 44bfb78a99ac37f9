import type { CoachMind as Mind, Workplace } from '@agent-factory/coach/workplace';
import type { MemoryResult } from '../../src/memory/memories.js';
import { DeskPage, MindDesk, PROJECT } from '../fixtures/mind-desk.js';

/** A desk whose coach has told its mind of the project: with a session, and a page that looks on. */
export async function deskWithSession(files: Record<string, string> = { 'src/app.ts': 'one\ntwo\nthree\n' }) {
  const desk = await MindDesk.make(files);
  let sessionId = '';
  let page = new DeskPage();
  const workplace = await new Promise<Workplace>((resolve, reject) => {
    const rest = { sessionEnded() {}, onAction() {}, greet() {}, onTyped() {} };
    desk.mind = { ...rest, sessionBegan: resolve } as unknown as Mind;
    const begin = async () => {
      ({ page } = await desk.page());
      sessionId = await desk.begin();
    };
    begin().catch(reject);
  });
  // The coach tells its mind first; the desk knows the session a moment later.
  sessionId ||= workplace.session.current?.id ?? '';
  await desk.coach.setVisibility(PROJECT, 'everything');
  return { desk, page, sessionId, workplace };
}

export function phase(changes: object = {}) {
  return {
    number: 1,
    title: 'Read the input',
    description: 'What comes in, and when?',
    expected_files: ['src/app.ts'],
    hint_level: 'region',
    hints: {
      file_hints: [{ path: 'src/app.ts', style: 'important' }],
      line_hints: [{ path: 'src/app.ts', start: 1, end: 2, style: 'focus', hover_text: 'Here' }],
    },
    knowledge_gap_opportunities: ['streams'],
    ...changes,
  };
}

export function plan(phases: object[], memory: string | null = null) {
  return { phases, memory_connection: memory, estimated_difficulty: 'intermediate' };
}

export const ASKED = { planText: '# Plan\n1. Read TypeScript streams', issueSummary: 'Input is lost', issueNumber: 7 };

export function memory(content: string): MemoryResult {
  const metadata = {
    session_id: 's',
    project: PROJECT,
    created_at: '2026-01-01T00:00:00Z',
    importance: 'low',
    tags: '',
  };
  return { id: content, content, metadata, distance: 0.1 };
}

export function keptMemory(content: string) {
  return {
    relevant_memories: [{ content, relevance: 'direct', connection: 'Same idea', use_in_coaching: 'Ask' }],
    discarded: [],
  };
}
