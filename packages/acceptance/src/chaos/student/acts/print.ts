import type { Act, Scene } from '../act.js';

const PRINTED_WITHIN_MS = 20_000;

/** Thousands of lines at once. */
export const burst: Act = {
  name: 'burst',
  share: 3,
  inShell: true,
  act: (scene) => printing(scene, `seq 1 ${scene.random.between(500, 20_000)}`),
};

/** Megabytes, faster than anybody reads. */
export const flood: Act = {
  name: 'flood',
  share: 3,
  inShell: true,
  act: (scene) => printing(scene, `yes ${scene.random.word(60)} | head -c ${scene.random.between(1, 8)}000000`),
};

async function printing({ world, session }: Scene, command: string): Promise<void> {
  const number = world.nextNumber();
  session.page.type(`${command}; echo; echo printed-$((${number} + 200000))\r`);
  await session.page.shows(`printed-${number + 200_000}`, PRINTED_WITHIN_MS);
}
