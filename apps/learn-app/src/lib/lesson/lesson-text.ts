/** Anchor of the lesson as a whole, and so of the text above its first heading. */
export const LESSON_TOP = 'lesson-top';

const SECTION_HEADING = 'H2';
/** What stands among the text without being part of it. */
const NO_TEXT = 'header, fieldset';

function firstOf(section: HTMLElement): Element | null {
  return section.id === LESSON_TOP ? section.firstElementChild : section.nextElementSibling;
}

/** The text of a section up to the next heading of its kind. Empty if there is no such section. */
export function sectionText(id: string): string {
  const section = document.getElementById(id);
  const parts: string[] = [];
  let node = section && firstOf(section);
  while (node && node.tagName !== SECTION_HEADING) {
    // biome-ignore lint/performance/useDomNodeTextContent: innerText keeps lines of code apart
    if (node instanceof HTMLElement && !node.matches(NO_TEXT)) parts.push(node.innerText);
    node = node.nextElementSibling;
  }
  return parts.join(' ');
}

/** Anchor of the section in which something of the lesson stands. */
export function sectionOf(node: Node | null | undefined): string {
  const lesson = document.getElementById(LESSON_TOP);
  let block = node instanceof Element ? node : (node?.parentElement ?? null);
  while (block && block.parentElement !== lesson) block = block.parentElement;
  while (block && block.tagName !== SECTION_HEADING) block = block.previousElementSibling;
  return block?.id || LESSON_TOP;
}

/** The whole lesson, section by section. */
export function lessonText(steps: readonly { id: string; title: string }[]): string {
  return steps.map(({ id, title }) => `## ${title}\n\n${sectionText(id)}`).join('\n\n');
}

/** What the student has selected in the lesson, or an empty string. */
export function selectedText(): string {
  const selection = window.getSelection();
  const inLesson = selection?.anchorNode?.parentElement?.closest(`#${LESSON_TOP}`);
  return inLesson ? (selection?.toString().trim() ?? '') : '';
}
