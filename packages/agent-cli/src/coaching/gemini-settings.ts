import { asObject, type Json } from '../json.js';
import { COACH_NAME } from './coach-tools.js';
import type { CoachServer } from './coaching-form.js';
import { GEMINI_ASKS, GEMINI_READS } from './gemini-policy.js';

/** Read besides the instructions that the student has for all projects; no project has a file of this name. */
export const INSTRUCTIONS_FILE = 'af-practice-coach.md';

/** The student's settings, with the coach for their servers and without what would give it other tools. */
export function geminiSettings(own: Json, { url, secret }: CoachServer): Json {
  const coach = { httpUrl: url, headers: { Authorization: `Bearer ${secret}` }, trust: true };
  // A program of the student's that lists more tools, and one that runs them.
  const { discoveryCommand, callCommand, ...tools } = asObject(own.tools);
  const context = asObject(own.context);
  return {
    ...own,
    context: {
      ...context,
      fileName: [context.fileName ?? 'GEMINI.md', INSTRUCTIONS_FILE].flat(),
      // Otherwise every conversation begins with the names of the project's files.
      includeDirectoryTree: false,
    },
    tools: { ...tools, core: [...GEMINI_READS, ...GEMINI_ASKS], allowed: [] },
    mcp: { allowed: [COACH_NAME] },
    mcpServers: { [COACH_NAME]: coach },
  };
}
