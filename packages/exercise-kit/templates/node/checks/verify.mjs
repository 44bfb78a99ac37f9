// What is checked in this exercise, in the order in which a learner meets it.
import { judgeFolder } from './check_runner.mjs';

const SHORT = 'Keeps a text that fits';
const LONG = 'Makes a long text fit';
const WORDS = 'Keeps words whole';
const file = 'shorten.mjs';

process.exitCode = await judgeFolder({
  module: new URL('check_criteria.mjs', import.meta.url),
  criteria: [
    { name: SHORT, file, check: 'keepsATextThatFits' },
    { name: LONG, file, check: 'makesALongTextFit' },
    { name: WORDS, file, check: 'keepsWordsWhole', needs: [LONG] },
  ],
});
