// What is checked in this exercise, in the order in which a learner meets it.
import { judgeFolder } from './check_runner.mjs';

process.exitCode = await judgeFolder({
  module: new URL('check_criteria.mjs', import.meta.url),
  pristine: ['check_main.mjs'],
  criteria: [
    { id: 'answer', file: 'rpc.mjs', check: 'answersRequests' },
    { id: 'errors', file: 'rpc.mjs', check: 'reportsErrors' },
    { id: 'schema', file: 'schema.mjs', check: 'comparesArguments' },
    { id: 'begin', file: 'mcp.mjs', check: 'agreesOnAVersion' },
    { id: 'list', file: 'mcp.mjs', check: 'listsTools' },
    { id: 'call', file: 'mcp.mjs', check: 'callsTools' },
    { id: 'serve', file: 'stdio.mjs', check: 'speaksOverStdio' },
  ],
});
