import Link from '@docusaurus/Link';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import type { Chapter, LessonEntry } from '../../lib/course/course';
import { useCourse } from '../../lib/course/use-course';
import { ExerciseBadge } from '../ExerciseBadge';
import { Icon } from '../Icon';
import styles from './styles.module.css';

export function CourseList() {
  const { parts } = useCourse();
  // Tells the check for broken links that this anchor exists; only the theme's headings do so themselves.
  useBrokenLinks().collectAnchor('lessons');
  return (
    <section aria-labelledby="lessons" className={clsx(styles.inner, styles.course)}>
      <h2 className={styles.sectionTitle} id="lessons">
        Lessons
      </h2>
      {parts.map((part) => (
        <div key={part.label}>
          <h3 className={styles.part}>{part.label}</h3>
          {part.chapters.map((chapter) => (
            <ChapterLessons chapter={chapter} key={chapter.label} />
          ))}
        </div>
      ))}
    </section>
  );
}

function ChapterLessons({ chapter }: { chapter: Chapter }) {
  return (
    <div className={styles.chapter}>
      <h4 className={styles.chapterTitle}>{chapter.label}</h4>
      <ul className={styles.lessons}>
        {chapter.lessons.map((lesson) => (
          <LessonRow key={lesson.path} lesson={lesson} />
        ))}
      </ul>
    </div>
  );
}

function LessonRow({ lesson }: { lesson: LessonEntry }) {
  return (
    <li className={styles.lesson}>
      <Link className={styles.lessonTitle} to={lesson.permalink}>
        {lesson.title}
      </Link>
      <p>{lesson.description}</p>
      {lesson.exercise && (
        <p className={styles.exercise}>
          <span className={styles.exerciseTitle}>
            <Icon name="terminal" size={16} />
            {lesson.exercise.title}
          </span>
          <ExerciseBadge exercise={lesson.exercise} />
        </p>
      )}
    </li>
  );
}
