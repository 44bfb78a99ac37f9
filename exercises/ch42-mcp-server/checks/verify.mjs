// What is checked in this exercise, in the order in which a learner meets it.
import { judgeFolder } from './check_runner.mjs';

const ANSWER = 'Answers requests, and nothing else';
const ERRORS = 'Reports errors with their codes';
const SCHEMA = 'Compares arguments with a schema';
const BEGIN = 'Agrees on a version first';
const LIST = 'Lists its tools';
const CALL = 'Calls tools, and says what a model can mend';
const SERVE = 'Speaks over standard input and output';

process.exitCode = await judgeFolder({
  module: new URL('check_criteria.mjs', import.meta.url),
  pristine: ['check_main.mjs'],
  criteria: [
    { name: ANSWER, file: 'rpc.mjs', check: 'answersRequests' },
    { name: ERRORS, file: 'rpc.mjs', check: 'reportsErrors', needs: [ANSWER] },
    { name: SCHEMA, file: 'schema.mjs', check: 'comparesArguments' },
    { name: BEGIN, file: 'mcp.mjs', check: 'agreesOnAVersion' },
    { name: LIST, file: 'mcp.mjs', check: 'listsTools' },
    { name: CALL, file: 'mcp.mjs', check: 'callsTools', needs: [SCHEMA] },
    { name: SERVE, file: 'stdio.mjs', check: 'speaksOverStdio', needs: [ERRORS, BEGIN, LIST, CALL] },
  ],
});
