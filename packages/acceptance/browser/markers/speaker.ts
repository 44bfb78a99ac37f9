import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the agent is called in `agents.json`. */
export const SPEAKER = 'speaker';

const PAYMENT = `[PAYMENT_CONFIRMED:3:0x${'4f'.repeat(32)}]`;

/**
 * An agent that is asked by a word, and a number that tells two questions apart, for what it is to print. It prints a few bytes at a time, as models do: a marker is
 * cut wherever that may be.
 */
const PROGRAM = `
const ESC = '\\x1b[';
const marker = (n) => '[STAGE_' + ESC + '32mCOMPLETE:' + n + ']' + ESC + '0m';
const texts = {
  one: 'Well done. ' + ESC + '1m' + marker(1) + ' Go on, 学习.\\n',
  paid: 'Thank you for that. ${PAYMENT} Unlocked.\\n',
  lines: Array.from({ length: 120 }, (_, n) => 'line ' + n + ' of many\\n').join(''),
  frame: '│ in a frame [STAGE_   │\\n│ COMPLETE:1] it wraps │\\n',
};
const print = async (bytes) => {
  for (let at = 0; at < bytes.length; at += 7) {
    process.stdout.write(bytes.subarray(at, at + 7));
    if (bytes.length < 500) await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
process.stdout.write('speaker is ready\\n');
require('readline').createInterface(process.stdin).on('line', async (line) => {
  if (line === 'leave') process.exit(0);
  const text = texts[line.replace(/\\d/g, '')];
  if (text) await print(Buffer.from(text));
  process.stdout.write('said ' + line.slice(0, 8) + '.\\n');
});
`;

/** Writes the agent, and the file that describes it, before the daemon starts. */
export async function describeSpeaker(home: string): Promise<void> {
  const folder = join(home, '.af-practice');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'speaker.cjs');
  await writeFile(path, PROGRAM.trimStart());
  const agents = { [SPEAKER]: { name: 'Speaker', command: process.execPath, arguments: [path] } };
  await writeFile(join(folder, 'agents.json'), JSON.stringify({ agents }));
}
