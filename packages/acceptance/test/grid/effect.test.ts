import { afterEach, beforeEach, expect, it } from 'vitest';
import { withEffect } from '../../src/grid/effect.js';
import { GridLesson, SIZE } from './lesson.js';

/** For what has no effect, in milliseconds. */
const IMPATIENT_MS = 300;

let lesson: GridLesson;

beforeEach(async () => {
  lesson = await GridLesson.open();
  await lesson.paint('ready', 'ready');
});

afterEach(() => lesson[Symbol.asyncDispose]());

it('what is done has an effect when tmux holds something else than before, also when it was done at once', async () => {
  const { pane } = lesson;
  const type = async () => {
    await pane.type('typed');
    await pane.waitForScreen('typed');
  };
  await withEffect(pane, 'typing', type, IMPATIENT_MS);
});

it('what is done has no effect when nothing is another, which is told with what the screen shows', async () => {
  const nothing = withEffect(lesson.pane, 'a key that never arrived', async () => {}, IMPATIENT_MS);
  await expect(nothing).rejects.toThrow(/a key that never arrived had no effect. The screen shows:\nready/);
});

it('what is drawn for somebody else who looks is no effect', async () => {
  const attach = async () => {
    await lesson.attachAgain(SIZE);
    await lesson.viewer.drawn(1, 30_000);
  };
  await expect(withEffect(lesson.pane, 'a look', attach, IMPATIENT_MS)).rejects.toThrow('a look had no effect');
});
