import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SHELL_PROMPT } from '../../src/index.js';
import type { Classroom } from '../classroom/classroom.js';
import { Corpus } from '../classroom/corpus.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { ATTRIBUTE_CARD, UNICODE_CARD } from './cards.js';

const run = promisify(execFile);

/** Colours for every kind of word, and the same on every machine. */
const VIMRC = 'syntax on\nset termguicolors number laststatus=2 hlsearch noswapfile nomodeline\ncolorscheme desert\n';

const SOURCE = `"""An agent: a loop around a model. 学習は会話です 🎉"""
import asyncio
from dataclasses import dataclass

@dataclass
class Agent:
    name: str = "Pip"
    turns: int = 0x1F  # not many

    async def respond(self, text: str) -> str:
        if not text.strip():
            raise ValueError(f"nothing from {self.name!r}")
        return "".join(reversed(text)) + "é e\u0301 ☃"
`;

/** Lines of two and a half screens' width, in characters of every length in bytes and width in cells. */
const WRAPPING = [
  'begin of wrapping',
  ...['x', 'é', '▀', '漢', '🎉', 'e\u0301'].map((char) => char.repeat(250)),
  'end of wrapping\n',
].join('\n');

/** Opens a shell in a folder with something to look at. */
export async function openCorpus(practice: PracticePage, classroom: Classroom): Promise<Corpus> {
  await furnish(classroom);
  const corpus = new Corpus(practice, classroom);
  await corpus.open(SHELL_PROMPT.trimEnd());
  await corpus.run('cd ~/corpus && clear', SHELL_PROMPT.trimEnd());
  return corpus;
}

/** Puts something to look at into the student's home. */
async function furnish({ student: { home, env } }: Classroom): Promise<void> {
  const folder = join(home, 'corpus');
  await mkdir(folder);
  const many = Array.from({ length: 300 }, (_, line) => `line ${line + 1} ${'漢é🎉x'.repeat(line % 7)}`);
  await Promise.all([
    writeFile(join(home, '.vimrc'), VIMRC),
    writeFile(join(folder, 'agent.py'), SOURCE),
    writeFile(join(folder, 'notes.txt'), 'Notes\n'),
    writeFile(join(folder, 'many.txt'), many.join('\n')),
    writeFile(join(folder, 'wrapping.txt'), WRAPPING),
    writeFile(join(folder, 'attributes.txt'), ATTRIBUTE_CARD),
    writeFile(join(folder, 'unicode.txt'), UNICODE_CARD),
  ]);
  await run('sh', ['-c', HISTORY], { cwd: folder, env: { ...env } });
}

/** Two branches and a merge, at times that never change. */
const HISTORY = `
export GIT_AUTHOR_NAME=Student GIT_AUTHOR_EMAIL=student@localhost GIT_COMMITTER_NAME=Student
export GIT_COMMITTER_EMAIL=student@localhost GIT_AUTHOR_DATE='2026-01-01T00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00Z'
git init -qb main && git add agent.py && git commit -qm first
git checkout -qb other && git add notes.txt && git commit -qm 'notes 漢字'
git checkout -q main && git add many.txt && git commit -qm 'many 🎉'
git merge -q --no-edit other`;
