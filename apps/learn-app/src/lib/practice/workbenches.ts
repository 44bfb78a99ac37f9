import { journeyOf, type PracticeClient } from '@agent-factory/practice-panel';
import { Workbench } from '@agent-factory/workbench';
import type { Exercise } from '../course/exercise';
import { failuresIn } from './failures';
import { serverUrlOf } from './server-url';

/** By exercise. They live as long as the page, so that a tab that is opened again has what it had. */
const opened = new Map<string, Workbench>();

/** The Workbench of an exercise, which shows what the last check has found. */
export function workbenchOf(client: PracticeClient, exercise: Exercise): Workbench {
  const workbench = opened.get(exercise.id) ?? open(client, exercise);
  opened.set(exercise.id, workbench);
  return workbench;
}

function open(client: PracticeClient, exercise: Exercise): Workbench {
  const serverUrl = serverUrlOf(client);
  const workbench = new Workbench({
    projectId: exercise.id,
    serverUrl,
    url: () => `${serverUrl().replace(/^http/, 'ws')}/ws?project=${exercise.id}`,
  });
  const journey = journeyOf(client.server, exercise);
  const follow = () => workbench.setFailures(failuresIn(journey.getSnapshot().check));
  journey.subscribe(follow);
  follow();
  return workbench;
}
