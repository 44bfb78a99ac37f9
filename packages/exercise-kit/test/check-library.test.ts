import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LIBRARY = fileURLToPath(new URL('../../../exercises/_lib/python/checks', import.meta.url));

/** Runs one check, and looks so slowly whether its process has ended that the verdict comes in between. */
const JUDGE_SLOWLY = `
import json, sys, time
checks, folder = sys.argv[1:]
sys.path.insert(0, checks)
import check_process

class SlowRun(check_process.Run):
    def has_ended(self):
        time.sleep(1)
        return super().has_ended()

check_process.Run = SlowRun
print(json.dumps(check_process.run_check(check_process.Check(checks, folder, "work", "waits_a_little"), 10)))
`;

/** Longer than the library listens at a time, shorter than the slow look. */
const WAITS_A_LITTLE = `
import time

def waits_a_little(work):
    time.sleep(0.3)
`;

test('a verdict counts that was written just before the process of a check ended', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'check-library-test-')));
  try {
    const [checks, work] = [join(folder, 'checks'), join(folder, 'work')];
    cpSync(LIBRARY, checks, { recursive: true });
    mkdirSync(work);
    writeFileSync(join(checks, 'check_criteria.py'), WAITS_A_LITTLE);
    writeFileSync(join(work, 'work.py'), '');
    const verdict = execFileSync('python3', ['-B', '-c', JUDGE_SLOWLY, checks, work], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    expect(JSON.parse(verdict)).toEqual({ passed: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
