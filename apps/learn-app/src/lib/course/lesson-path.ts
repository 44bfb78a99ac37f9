const DOCS = '@site/docs/';
const EXTENSION = /\.mdx?$/;
/** Guides live among the docs but are not lessons: there is nothing to study or practise in them. */
const GUIDES = 'practice/';

/**
 * A lesson's name in the exercise registry: its source path below `docs`, number prefixes
 * kept, extension left out.
 * @param source a doc's `metadata.source`, such as `@site/docs/01-part/02-lesson.md`
 */
export function lessonPathOf(source: string): string {
  const path = source.startsWith(DOCS) ? source.slice(DOCS.length) : source;
  return path.replace(EXTENSION, '');
}

export function isLesson(lessonPath: string): boolean {
  return !lessonPath.startsWith(GUIDES);
}
