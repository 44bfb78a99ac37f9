// The checks of this exercise: each gets the learner's module, and throws Failed if it falls short.
export { callsTools } from './check_call.mjs';
export { agreesOnAVersion, listsTools } from './check_mcp.mjs';
export { answersRequests, reportsErrors } from './check_rpc.mjs';
export { comparesArguments } from './check_schema.mjs';
export { speaksOverStdio } from './check_stdio.mjs';
