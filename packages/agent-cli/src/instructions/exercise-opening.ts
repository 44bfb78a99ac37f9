import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentCli } from '../agent-cli.js';
import { ifThere } from '../conversations/read.js';
import type { InstructionPlace } from './instruction-place.js';

const OPENING =
  'You are the tutor of a student who works on the exercise in this folder. Its instructions to you are in this folder as well; follow them. Ask before you change the student’s files.';

/**
 * What comes before a student's first message about an exercise, in the chat: the agent does not know what it is there
 * for. If it would not read its instructions here by itself, they are part of it.
 */
export async function exerciseOpening({ chat, instructionFile }: AgentCli, place: InstructionPlace): Promise<string> {
  if (instructionFile === undefined || chat?.readsInstructions === undefined) return OPENING;
  if (await chat.readsInstructions(place)) return OPENING;
  const text = await ifThere(readFile(join(place.workspace, instructionFile), 'utf8'));
  return text === undefined ? OPENING : `${OPENING}\n\nThis is your ${instructionFile}:\n\n${text}`;
}
