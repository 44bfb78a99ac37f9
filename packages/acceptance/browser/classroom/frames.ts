import { test } from '@playwright/test';

/** Under this name, the report of a test says how many settled screens it compared. */
const FRAMES = 'settled screens';

/** Counts a settled screen that was compared with tmux', for the report of the test that runs. */
export function countFrame(isRight: boolean): void {
  const { annotations } = test.info();
  const told = annotations.find(({ type }) => type === FRAMES);
  const [all = 0, wrong = 0] = told?.description?.match(/\d+/g)?.map(Number) ?? [];
  const description = `${all + 1} compared, ${wrong + (isRight ? 0 : 1)} wrong`;
  if (told === undefined) annotations.push({ type: FRAMES, description });
  else told.description = description;
}
