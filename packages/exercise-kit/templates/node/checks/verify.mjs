// What is checked in this exercise, in the order in which a student meets it.
import { judgeFolder } from './check_runner.mjs';

const file = 'shorten.mjs';

process.exitCode = await judgeFolder({
  module: new URL('check_criteria.mjs', import.meta.url),
  criteria: [
    { id: 'short', file, check: 'keepsATextThatFits' },
    { id: 'long', file, check: 'makesALongTextFit' },
    { id: 'words', file, check: 'keepsWordsWhole' },
  ],
});
