import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = 'apps/learn-app/docs';
const SERVED = 'exercises/dist';
const ENDING = /(\/index|\/README)?\.mdx?$/;

/**
 * Everything that a learner can go through: each lesson, as the exercise it has, if it has one. `lesson` is its path
 * below the lessons without its ending, `file` that of its text and `exercise` the folder that is served, below `root`.
 */
export function findTargets(root) {
  const exercises = exercisesIn(root);
  const lessons = readdirSync(join(root, DOCS), { recursive: true })
    .filter((path) => ENDING.test(path))
    .sort();
  return lessons.flatMap((path) => {
    const lesson = path.replace(ENDING, '');
    const file = join(DOCS, path);
    const own = exercises.filter(({ lessonPath }) => lessonPath === lesson);
    if (own.length === 0) return [{ target: file, lesson, file, exercise: undefined }];
    return own.map(({ id }) => ({ target: id, lesson, file, exercise: join(SERVED, id) }));
  });
}

/** The exercises that are served, by the path of their lesson. */
function exercisesIn(root) {
  return readdirSync(join(root, SERVED))
    .map((id) => join(root, SERVED, id, 'config.json'))
    .filter(existsSync)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Those that were asked for as `chosen`, in the order of the site; or a `problem`, in a sentence. A lesson without an
 * exercise is left out of "all", and refused where it is named, unless the model's word is enough.
 */
export function chooseTargets(targets, { names, all, withoutChecks }) {
  const mayBeTried = ({ exercise }) => withoutChecks || exercise !== undefined;
  const chosen = new Set(all ? targets.filter(mayBeTried) : []);
  for (const name of names) {
    const found = targets.filter((target) => isNamed(target, name));
    if (found.length === 0) return { problem: `There is no lesson or exercise "${name}".` };
    if (!found.every(mayBeTried)) {
      return { problem: `"${name}" has no exercise, whose checks could judge. Add --without-checks.` };
    }
    for (const target of found) chosen.add(target);
  }
  return { chosen: targets.filter((target) => chosen.has(target)) };
}

function isNamed({ target, lesson, file }, name) {
  const plain = name.replace(/^\.\//, '');
  return [target, lesson, file].includes(plain) || lesson === plain.replace(ENDING, '');
}
