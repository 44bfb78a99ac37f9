#!/usr/bin/env node
// npm run sabotage: breaks what each row of the requirements promises, and sees whether its test notices.
import { runTool } from './lib/main.mjs';

await runTool('sabotage', { programs: ['tmux', 'python3', 'chromium', 'fonts', 'vim', 'less', 'git', 'podman'] });
