import { useEffect, useState } from 'react';
import { CourseBoard, type CourseState } from '../../client/course/course-board.js';
import type { CourseChapter } from '../../client/course/course-chapters.js';
import { usePracticeClient } from '../context.js';
import { Card } from '../parts/Card.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { SiteLinks, Theme } from '../props.js';
import { SetupCard } from '../set-up/SetupCard.js';
import { LoadedCourse } from './LoadedCourse.js';

export interface PracticeCourseProps {
  readonly theme?: Theme;
  readonly links?: SiteLinks;
  /** The site's chapters in their order, also those without exercises. */
  readonly chapters?: readonly CourseChapter[];
}

const NO_LINKS: SiteLinks = {};
const NO_CHAPTERS: readonly CourseChapter[] = [];

/** The whole course: what is done, begun and next, chapter by chapter, as the daemon on this computer knows it. */
export function PracticeCourse({ theme, links = NO_LINKS, chapters = NO_CHAPTERS }: PracticeCourseProps) {
  const { server } = usePracticeClient();
  const [board] = useState(() => new CourseBoard(server));
  const state = useSnapshot(board);
  useEffect(() => board.activate(), [board]);
  return (
    <div className="practice-root practice-progress practice-course" data-theme={theme} data-status={state.status}>
      <Content board={board} state={state} links={links} chapters={chapters} />
    </div>
  );
}

interface ContentProps extends Required<Pick<PracticeCourseProps, 'links' | 'chapters'>> {
  readonly board: CourseBoard;
  readonly state: CourseState;
}

function Content({ board, state, links, chapters }: ContentProps) {
  const connect = () => void board.connect();
  switch (state.status) {
    case 'looking':
      return (
        <p className="practice-muted" role="status">
          Looking for your course…
        </p>
      );
    case 'asking_first':
      return <SetupCard need={{ kind: 'permission_needed' }} onAllow={connect} />;
    case 'missing':
      return <SetupCard need={state.need} onAllow={connect} />;
    case 'failed':
      return (
        <Card title="Your course could not be read" name={state.error.error} tone="danger">
          <p>{state.error.message}</p>
          <button type="button" className="practice-action" data-kind="primary" onClick={connect}>
            Try again
          </button>
        </Card>
      );
    case 'ready':
      return <LoadedCourse course={state.course} links={links} chapters={chapters} />;
  }
}
