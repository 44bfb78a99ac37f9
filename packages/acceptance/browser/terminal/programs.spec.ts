import { SHELL_PROMPT } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { openCorpus } from './corpus-files.js';

const PROMPT = SHELL_PROMPT.trimEnd();

test.describe('in a shell', () => {
  test.use({ machine: { agents: [] }, daemonFlags: ['--agent', 'shell'] });

  test('vim with colours and splits, and nano, are drawn as tmux holds them [terminal 3 programs]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openCorpus(practice, classroom);
    await test.step('vim', async () => {
      await corpus.run('vim agent.py', 'class Agent');
      await corpus.press([
        ['jj$'],
        ['/self', /\/self/],
        ['Enter'],
        [':vsplit', ':vsplit'],
        ['Enter'],
        [['Control+w', 'l']],
        [':split notes.txt'],
        ['Enter', 'notes.txt'],
        ['o漢字 👩\u200d💻 done', 'INSERT'],
        ['Escape'],
        ['vk', 'VISUAL'],
        ['Escape'],
        [['Control+w', 'h']],
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
    const corpus = await openCorpus(practice, classroom);
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
    const corpus = await openCorpus(practice, classroom);
    await test.step('htop', async () => {
      await corpus.run('htop -d 100', /F10.*Quit/);
      await corpus.press([['ArrowDown'], ['F5', 'F5List'], ['F6', 'Sort by'], ['Escape', 'F5List'], ['ArrowDown']]);
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
        [['Escape', 'Escape']],
      ]);
      await corpus.upheave();
      await corpus.press([['F10', PROMPT]]);
    });
  });

  test('lines that wrap at the bottom are drawn whole, whatever they are written in [terminal 3 wraps]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openCorpus(practice, classroom);
    const { compareRepaired } = corpus;
    await corpus.run('clear; seq 60; cat wrapping.txt', /^end of wrapping\n/m, compareRepaired);
    await corpus.upheave();
    await corpus.run('clear; seq 60; tac wrapping.txt; echo turned $((40 + 2))', /^turned 42$/m, compareRepaired);
  });

  test('every attribute, colour and class of width is drawn as tmux holds it [terminal 3 cards]', async ({
    practice,
    classroom,
  }) => {
    const corpus = await openCorpus(practice, classroom);
    for (const card of ['attributes.txt', 'unicode.txt']) {
      await test.step(card, async () => {
        await corpus.run(`clear; cat ${card}; echo ${card} $((40 + 2))`, `${card} 42`);
        await corpus.upheave();
      });
    }
  });
});
