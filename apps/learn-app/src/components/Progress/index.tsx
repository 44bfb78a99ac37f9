import { PracticeProgress } from '@agent-factory/practice-panel';
import { useHistory } from '@docusaurus/router';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { RecordPage } from '../RecordPage';

/** The student's progress over all exercises. */
export function Progress() {
  const history = useHistory();
  const links = useSiteLinks((url) => history.push(url));
  const theme = useSiteTheme();
  const lead = 'It is kept on your own computer and goes nowhere else.';
  return (
    <RecordPage title="Your progress" lead={lead} listed="Exercises">
      <PracticeProgress links={links} theme={theme} />
    </RecordPage>
  );
}
