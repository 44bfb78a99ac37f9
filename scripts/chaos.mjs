#!/usr/bin/env node
// npm run chaos: a student works while everything around them breaks.
import { runTool } from './lib/main.mjs';

await runTool('chaos', { programs: ['tmux', 'vim', 'less'], site: false });
