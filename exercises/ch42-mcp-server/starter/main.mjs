// The program that an agent starts. Its input and output are the
// conversation; what it wants to tell people goes to console.error. Finished:
// you need not change this file.
import { McpServer } from './mcp.mjs';
import { serve } from './stdio.mjs';
import { TOOLS } from './tools.mjs';

const server = new McpServer({ name: 'notebook', version: '1.0.0' }, TOOLS);
await serve(process.stdin, process.stdout, server.methods);
