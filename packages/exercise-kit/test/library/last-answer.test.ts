import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LIBRARY = fileURLToPath(new URL('../../../../exercises/_lib/python/checks', import.meta.url));

/** Has one thing done by a process, and looks so slowly whether that has ended that the answer comes in between. */
const LISTEN_SLOWLY = `
import json, sys, time
checks, folder = sys.argv[1:]
sys.path.insert(0, checks)
from check_judge import Judge
from check_process import Run

class SlowRun(Run):
    def has_ended(self):
        time.sleep(1)
        return super().has_ended()

run = SlowRun()
run.begin(10, folder=folder, checks=checks, pristine=[])
judge = Judge([], run.send, run.receive)
print(json.dumps(judge.ask(do="import", name="work").waits_a_little()))
run.end()
`;

/** Longer than the library listens at a time, shorter than the slow look; and then the process is over. */
const WAITS_A_LITTLE = `
import os, threading, time

def waits_a_little():
    threading.Timer(0.6, lambda: os._exit(0)).start()
    time.sleep(0.3)
    return "done"
`;

test('an answer counts that was written just before the process with the work ended', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'check-library-test-')));
  try {
    const [checks, work] = [join(folder, 'checks'), join(folder, 'work')];
    cpSync(LIBRARY, checks, { recursive: true });
    mkdirSync(work);
    writeFileSync(join(work, 'work.py'), WAITS_A_LITTLE);
    const answer = execFileSync('python3', ['-B', '-c', LISTEN_SLOWLY, checks, work], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    expect(JSON.parse(answer)).toBe('done');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
