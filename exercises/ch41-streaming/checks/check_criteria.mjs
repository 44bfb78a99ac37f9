// The checks of this exercise: each gets the learner's module, and throws Failed if it falls short.
export { putsAnswersTogether } from './check_answer.mjs';
export { followsAnswers } from './check_follow.mjs';
export { printsWhatIsSure } from './check_render.mjs';
export { keepsCharactersWhole, readsLines, readsPieces } from './check_sse.mjs';
export { stopsWhenTold } from './check_stop.mjs';
