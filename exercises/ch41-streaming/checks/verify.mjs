// What is checked in this exercise, in the order in which a learner meets it.
import { judgeFolder } from './check_runner.mjs';

process.exitCode = await judgeFolder({
  module: new URL('check_criteria.mjs', import.meta.url),
  criteria: [
    { id: 'decode', file: 'sse.mjs', check: 'keepsCharactersWhole' },
    { id: 'fields', file: 'sse.mjs', check: 'readsLines' },
    { id: 'pieces', file: 'sse.mjs', check: 'readsPieces' },
    { id: 'answer', file: 'answer.mjs', check: 'putsAnswersTogether' },
    { id: 'render', file: 'render.mjs', check: 'printsWhatIsSure' },
    { id: 'follow', file: 'ask.mjs', check: 'followsAnswers' },
    { id: 'stop', file: 'ask.mjs', check: 'stopsWhenTold' },
  ],
});
