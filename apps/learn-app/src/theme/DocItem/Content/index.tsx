import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { ThemeClassNames } from '@docusaurus/theme-common';
import type { Props } from '@theme/DocItem/Content';
import Heading from '@theme/Heading';
import MDXContent from '@theme/MDXContent';
import clsx from 'clsx';
import { DocPageActions } from '../../../components/DocPageActions';
import { useShownLesson } from '../../../contexts/use-shown-lesson';
import { isLesson, lessonPathOf } from '../../../lib/course/lesson-path';
import { LESSON_TOP } from '../../../lib/lesson/lesson-text';

/** A doc's text: title, what it is about, what can be done with it, and then the text itself. */
export default function DocItemContent({ children }: Props) {
  const { metadata, frontMatter, contentTitle } = useDoc();
  const lessonPath = lessonPathOf(metadata.source);
  const hasLesson = isLesson(lessonPath);
  useShownLesson(hasLesson ? lessonPath : undefined);
  // A doc with a heading of its own brings its title along.
  const showsTitle = !frontMatter.hide_title && contentTitle === undefined;
  return (
    <div className={clsx(ThemeClassNames.docs.docMarkdown, 'markdown', 'lesson-body')} id={LESSON_TOP}>
      {showsTitle && (
        <header className="lesson-head">
          <Heading as="h1">{metadata.title}</Heading>
          {frontMatter.description && <p className="lesson-lead">{frontMatter.description}</p>}
        </header>
      )}
      {hasLesson && <DocPageActions lessonPath={lessonPath} />}
      <MDXContent>{children}</MDXContent>
    </div>
  );
}
