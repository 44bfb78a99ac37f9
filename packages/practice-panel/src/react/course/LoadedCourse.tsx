import type { CourseProgress } from '@agent-factory/protocol/stages';
import { type CourseChapter, chaptersOf, nextExercise } from '../../client/course/course-chapters.js';
import { SiteLink } from '../completion/SiteLink.js';
import { Facts } from '../progress/Facts.js';
import { durationWords } from '../progress/words.js';
import type { SiteLinks } from '../props.js';
import { ChapterItem } from './ChapterItem.js';

interface LoadedCourseProps {
  readonly course: CourseProgress;
  readonly links: SiteLinks;
  readonly chapters: readonly CourseChapter[];
}

export function LoadedCourse({ course, links, chapters }: LoadedCourseProps) {
  return (
    <>
      <Facts
        facts={[
          ['Done', `${course.done} of ${course.total}`],
          ['Time on task', durationWords(course.timeOnTaskMs)],
        ]}
      />
      <GoOn course={course} links={links} />
      <ol className="practice-course-chapters" aria-label="Chapters">
        {chaptersOf(course, chapters).map((chapter) => (
          <ChapterItem key={chapter.path} chapter={chapter} next={course.next} links={links} />
        ))}
      </ol>
    </>
  );
}

/** The one thing to do now. */
function GoOn({ course, links }: Pick<LoadedCourseProps, 'course' | 'links'>) {
  const next = nextExercise(course);
  if (course.total === 0) return <p role="status">This site has no exercises yet.</p>;
  if (next === undefined) {
    return (
      <p className="practice-course-all-done" role="status">
        {course.done === course.total
          ? `All done: you have completed all ${course.total} exercises of this course.`
          : 'There is nothing to go on with at the moment.'}
      </p>
    );
  }
  const isBegun = course.done > 0 || course.timeOnTaskMs > 0 || next.status !== 'not_started';
  const words = `${isBegun ? 'Continue' : 'Begin'} with ${next.title}`;
  const url = links.lessonUrl?.({ ...next, id: next.exerciseId });
  return (
    <p className="practice-course-next">
      {url === undefined ? (
        words
      ) : (
        <SiteLink className="practice-action practice-next-link" href={url} onFollow={links.onFollow}>
          {words}
        </SiteLink>
      )}
    </p>
  );
}
