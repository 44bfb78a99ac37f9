export { default as fc } from 'fast-check';
export { asAnotherUser, CAN_BE_ANOTHER_USER } from './as-another-user.js';
export { documentKinds, validDocuments } from './corpus.js';
export { changedDocuments, jsonTexts } from './documents.js';
export { fuzz, type Property } from './fuzz.js';
export { jsonText } from './json-text.js';
export { anyText, deepValue, flatValue, oddName, oddText, wellFormed } from './odd-values.js';
