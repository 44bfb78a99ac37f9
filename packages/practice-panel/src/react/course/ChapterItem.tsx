import type { CourseExercise } from '@agent-factory/protocol/stages';
import { type ChapterProgress, type CourseStanding, standingOf } from '../../client/course/course-chapters.js';
import { SiteLink } from '../completion/SiteLink.js';
import { Icon } from '../parts/icons.js';
import { durationWords } from '../progress/words.js';
import type { SiteLinks } from '../props.js';

interface ChapterItemProps {
  readonly chapter: ChapterProgress;
  /** Id of the exercise to go on with. */
  readonly next: string | undefined;
  readonly links: SiteLinks;
}

const STANDING_WORDS: Readonly<Record<CourseStanding, string>> = {
  done: 'Done',
  running: 'Running',
  begun: 'Begun',
  new: 'Not begun',
};

/** One chapter with its exercises. */
export function ChapterItem({ chapter, next, links }: ChapterItemProps) {
  const { title, done, exercises, timeOnTaskMs } = chapter;
  return (
    <li className="practice-progress-row practice-course-chapter" data-done={isDone(chapter)}>
      <div className="practice-progress-head">
        <h3>{title}</h3>
        {exercises.length > 0 && (
          <span className="practice-standing" data-standing={isDone(chapter) ? 'completed' : undefined}>
            {isDone(chapter) && <Icon name="check" />}
            {`${done} of ${exercises.length} done${spent(timeOnTaskMs)}`}
          </span>
        )}
      </div>
      {exercises.length === 0 ? (
        <p className="practice-muted">To read: nothing to practise here.</p>
      ) : (
        <ul className="practice-course-exercises" aria-label={`Exercises of ${title}`}>
          {exercises.map((exercise) => (
            <ExerciseItem
              key={exercise.exerciseId}
              exercise={exercise}
              isNext={exercise.exerciseId === next}
              links={links}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

interface ExerciseItemProps {
  readonly exercise: CourseExercise;
  readonly isNext: boolean;
  readonly links: SiteLinks;
}

function ExerciseItem({ exercise, isNext, links }: ExerciseItemProps) {
  const standing = standingOf(exercise);
  const url = links.lessonUrl?.({ ...exercise, id: exercise.exerciseId });
  return (
    <li data-standing={standing} data-next={isNext} aria-current={isNext ? 'step' : undefined}>
      <span className="practice-course-mark" aria-hidden="true">
        {standing === 'done' && <Icon name="check" />}
      </span>
      <span className="practice-course-title">
        {url === undefined ? (
          exercise.title
        ) : (
          <SiteLink href={url} onFollow={links.onFollow}>
            {exercise.title}
          </SiteLink>
        )}
      </span>
      <span className="practice-course-facts">{factsOf(exercise, isNext).join(' · ')}</span>
    </li>
  );
}

function factsOf(exercise: CourseExercise, isNext: boolean): string[] {
  const { stages, timeOnTaskMs, estimatedMinutes } = exercise;
  const standing = standingOf(exercise);
  const isUnderWay = standing === 'running' || standing === 'begun';
  return [
    STANDING_WORDS[standing],
    ...(isNext ? ['Next'] : []),
    ...(isUnderWay && stages.total > 0 ? [`${stages.done} of ${stages.total} stages`] : []),
    ...(timeOnTaskMs > 0 ? [durationWords(timeOnTaskMs)] : []),
    ...(standing === 'new' && estimatedMinutes > 0 ? [`about ${estimatedMinutes} min`] : []),
  ];
}

function isDone({ done, exercises }: ChapterProgress): boolean {
  return exercises.length > 0 && done === exercises.length;
}

function spent(ms: number): string {
  return ms > 0 ? ` · ${durationWords(ms)}` : '';
}
