import { webcrypto } from 'node:crypto';
import type { Live } from '../contract/observe-events.js';
import { type WrapperTask, wrapperTaskSchema } from '../contract/wrapper-task.js';
import { ContainerEnd } from '../tunnel/container-end.js';
import { HOST, hostUrl } from './agent-environment.js';
import { writableHome } from './home.js';
import { LivePieces } from './live-pieces.js';
import { runMentor } from './mentor-run.js';
import { reportResult } from './report-result.js';
import { runStudent } from './student-run.js';

/** Where it listens may be said as its only argument; else at any free port. */
const port = Number(process.argv[2] ?? 0);
// Node 18 has it under another name.
globalThis.crypto ??= webcrypto as typeof globalThis.crypto;
// With this signal, what it watches could have it debugged, and take the secret that it reports with.
process.on('SIGUSR1', () => undefined);
let tell: (message: unknown) => void = () => undefined;
const told = new Promise<unknown>((resolve) => {
  tell = resolve;
});
const tunnel = await ContainerEnd.listen({
  name: HOST,
  wire: { input: process.stdin, output: process.stdout },
  port,
  onMessage: (message) => tell(message),
});
// Without the loop there is nobody to work for.
void tunnel.closed.then(() => process.exit());
const live = new LivePieces((message) => void tunnel.send({ type: 'live', ...message }));
try {
  await work(wrapperTaskSchema.parse(await told), hostUrl(tunnel.port));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await tunnel[Symbol.asyncDispose]();
}
// What the agent has started goes on until the loop has looked at it, and ends the container.
live.flush();

async function work(task: WrapperTask, origin: string): Promise<void> {
  const onLive = (piece: Live) => live.add(piece);
  const options = { task, base: process.env, home: await writableHome(), origin, onLive };
  const result = task.role === 'student' ? await runStudent(options) : await runMentor(options);
  live.flush();
  await reportResult({ role: task.role, result, origin, secret: task.secret });
}
