import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { Corpus } from '../classroom/corpus.js';
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

const PROMPT = SHELL_PROMPT.trimEnd();

test.describe('in a shell', () => {
  test.use({ machine: { agents: [] }, daemonFlags: ['--agent', 'shell'] });

  test('vim with colours and splits, and nano, are drawn as tmux holds them [terminal 3 programs]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openShell(practice, classroom);
    await test.step('vim', async () => {
      await corpus.run('vim agent.py', 'class Agent');
      await corpus.press([
        ['jj$'],
        ['/self', /\/self/],
        ['Enter'],
        [':vsplit', ':vsplit'],
        ['Enter'],
        ['Control+w'],
        ['l'],
        [':split notes.txt'],
        ['Enter', 'notes.txt'],
        ['Go漢字 👩\u200d💻 done', 'INSERT'],
        ['Escape'],
        ['vkk', 'VISUAL'],
        ['Escape'],
        ['Control+f'],
      ]);
      await corpus.upheave();
      await corpus.press([[':qa!'], ['Enter', PROMPT]]);
    });
    await test.step('nano', async () => {
      await corpus.run('nano agent.py', 'GNU nano');
      await corpus.press([
        ['ArrowDown'],
        ['End'],
        [' # é漢'],
        ['Control+w', 'Search'],
        ['class'],
        ['Enter'],
        ['Control+k'],
      ]);
      await corpus.upheave();
      await corpus.press([
        ['Control+x', 'Save modified'],
        ['n', PROMPT],
      ]);
    });
  });

  test('less and a graph of git are drawn as tmux holds them [terminal 3 programs]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openShell(practice, classroom);
    await test.step('less', async () => {
      await corpus.run('less -N many.txt', /^many\.txt/m);
      await corpus.press([
        [' '],
        ['jjk'],
        ['/7'],
        ['Enter'],
        ['nN'],
        ['PageDown'],
        ['G', 'END'],
        ['g'],
        ['h', 'RightArrow'],
        ['q'],
      ]);
      await corpus.upheave();
      await corpus.press([['q', PROMPT]]);
    });
    await test.step('git log --graph --color', async () => {
      await corpus.run('git log --graph --color --oneline --all', 'first');
      await corpus.run('git -c core.pager="less -R" log --graph --color --stat --all', /Author/);
      await corpus.press([['jj'], [' '], ['b']]);
      await corpus.upheave();
      await corpus.press([['q', PROMPT]]);
    });
  });

  test('htop and mc are drawn as tmux holds them [terminal 3 programs]', async ({ practice, classroom }) => {
    const corpus = await openShell(practice, classroom);
    await test.step('htop', async () => {
      await corpus.run('htop -d 30', /F10.*Quit/);
      await corpus.press([['ArrowDown'], ['F5'], ['F6'], ['Escape'], ['ArrowDown']]);
      await corpus.upheave();
      await corpus.press([['q', PROMPT]]);
    });
    await test.step('mc', async () => {
      await corpus.run('mc -u -S default', /10\s?Quit/);
      await corpus.press([
        ['ArrowDown'],
        ['ArrowDown'],
        ['Tab'],
        ['F9'],
        ['ArrowRight'],
        ['Enter'],
        ['Escape'],
        ['Escape'],
      ]);
      await corpus.upheave();
      await corpus.press([['F10', PROMPT]]);
    });
  });

  test('lines that wrap at the bottom are drawn whole, whatever they are written in [terminal 3 wraps]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openShell(practice, classroom);
    await corpus.run('clear; seq 60; cat wrapping.txt', 'end of wrapping');
    await corpus.upheave();
    await corpus.run('clear; seq 60; cat wrapping.txt | tac; echo turned $((40 + 2))', /^turned 42$/m);
  });

  test('every attribute, colour and class of width is drawn as tmux holds it [terminal 3 cards]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openShell(practice, classroom);
    for (const card of ['attributes.txt', 'unicode.txt']) {
      await test.step(card, async () => {
        await corpus.run(`clear; cat ${card}; echo ${card} $((40 + 2))`, `${card} 42`);
        await corpus.upheave();
      });
    }
  });
});

async function openShell(practice: ConstructorParameters<typeof Corpus>[0], classroom: Classroom): Promise<Corpus> {
  await furnish(classroom);
  const corpus = new Corpus(practice, classroom);
  await corpus.open(PROMPT);
  await corpus.run('cd ~/corpus && clear', PROMPT);
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
