#!/usr/bin/env node
// npm run mutation: changes the code in small ways, and counts how many of these changes the tests notice.
import { runTool } from './lib/main.mjs';

await runTool('mutation', { programs: ['tmux', 'python3', 'git'] });
