// A server with tools of the check's own, as a program: a copy of this file lies beside the learner's modules.
import { McpServer } from './mcp.mjs';
import { serve } from './stdio.mjs';

const inputSchema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
const run = ({ word }) => [...word].reverse().join('');
const tools = [{ name: 'reverse', description: 'Turns a word round.', inputSchema, run }];

await serve(process.stdin, process.stdout, new McpServer({ name: 'mirror', version: '1.0.0' }, tools).methods);
