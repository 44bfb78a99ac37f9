#!/usr/bin/env node
// npm run bench: measures the practice server, the Workbench and the simulated learner against their budgets.
import { runTool } from './lib/main.mjs';

await runTool('bench', { programs: ['tmux'] });
