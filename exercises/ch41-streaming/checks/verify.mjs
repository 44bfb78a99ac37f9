// What is checked in this exercise, in the order in which a learner meets it.
import { judgeFolder } from './check_runner.mjs';

const DECODE = 'Keeps characters whole';
const FIELDS = 'Reads the lines of an event';
const PIECES = 'Reads the same events from any pieces';
const ANSWER = 'Puts an answer together from its events';
const RENDER = 'Prints what is sure, and nothing too early';
const FOLLOW = 'Follows an answer to its end';
const STOP = 'Stops when told to';

process.exitCode = await judgeFolder({
  module: new URL('check_criteria.mjs', import.meta.url),
  criteria: [
    { name: DECODE, file: 'sse.mjs', check: 'keepsCharactersWhole' },
    { name: FIELDS, file: 'sse.mjs', check: 'readsLines' },
    { name: PIECES, file: 'sse.mjs', check: 'readsPieces', needs: [FIELDS] },
    { name: ANSWER, file: 'answer.mjs', check: 'putsAnswersTogether' },
    { name: RENDER, file: 'render.mjs', check: 'printsWhatIsSure' },
    { name: FOLLOW, file: 'ask.mjs', check: 'followsAnswers', needs: [DECODE, PIECES, ANSWER] },
    { name: STOP, file: 'ask.mjs', check: 'stopsWhenTold', needs: [DECODE, PIECES, ANSWER] },
  ],
});
