import { PracticeCourse } from '@agent-factory/practice-panel';
import Link from '@docusaurus/Link';
import { useHistory } from '@docusaurus/router';
import { useMemo } from 'react';
import { chapterPath } from '../../lib/course/course';
import { useCourse } from '../../lib/course/use-course';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { RecordPage } from '../RecordPage';

/** The whole course, and where the student is in it. */
export function Course() {
  const history = useHistory();
  const links = useSiteLinks((url) => history.push(url));
  const theme = useSiteTheme();
  const { parts } = useCourse();
  const chapters = useMemo(
    () =>
      parts.flatMap((part) => part.chapters.map((chapter) => ({ path: chapterPath(chapter), title: chapter.label }))),
    [parts],
  );
  const lead = (
    <>
      What is done, what is begun and what comes next. Attempts and hints are on <Link to="/progress">Progress</Link>.
    </>
  );
  return (
    <RecordPage title="Your course" lead={lead} listed="Chapters">
      <PracticeCourse chapters={chapters} links={links} theme={theme} />
    </RecordPage>
  );
}
