import type { MessageContext } from '@agent-factory/protocol/conversations';
import { useState } from 'react';
import type { ReadLesson } from '../chat-props.js';
import { lessonContext, MAX_WORD_LENGTH } from '../lesson-context.js';

/** Longest selection that is sent along, in characters, as the server takes it. */
const MAX_SELECTION_LENGTH = 20_000;

/** Something that goes along with the next message. */
export interface Chip {
  readonly id: 'lesson' | 'section' | 'selection';
  /** What kind of thing it is, and its own words. */
  readonly kind: string;
  readonly text: string;
  readonly isOn: boolean;
}

interface ChipSource {
  readonly lesson: ReadLesson | undefined;
  readonly selection: string;
}

/** What the student has before their eyes, as chips that can be taken out, and as what is sent. */
export function useChips({ lesson, selection }: ChipSource) {
  const [off, setOff] = useState<ReadonlySet<Chip['id']>>(new Set());
  const chips = chipsOf({ lesson, selection }).map((chip) => ({ ...chip, isOn: !off.has(chip.id) }));
  const toggle = (id: Chip['id']) => {
    const next = new Set(off);
    if (!next.delete(id)) next.add(id);
    setOff(next);
  };
  const isOn = (id: Chip['id']) => chips.some((chip) => chip.id === id && chip.isOn);
  const context = () => contextOf({ lesson, selection }, isOn);
  return { chips, toggle, context };
}

function chipsOf({ lesson, selection }: ChipSource): Omit<Chip, 'isOn'>[] {
  const chips: Omit<Chip, 'isOn'>[] = [];
  if (lesson !== undefined) chips.push({ id: 'lesson', kind: 'Lesson', text: lesson.title });
  if (lesson?.section) chips.push({ id: 'section', kind: 'Section', text: lesson.section });
  if (selection !== '') chips.push({ id: 'selection', kind: 'Selected', text: selection });
  return chips;
}

/** Undefined where nothing goes along. The text of the lesson is read only now. */
function contextOf({ lesson, selection }: ChipSource, isOn: (id: Chip['id']) => boolean): MessageContext | undefined {
  const context: MessageContext = {
    ...(lesson && isOn('lesson') && { lesson: lessonContext(lesson) }),
    ...(lesson?.section && isOn('section') && { section: lesson.section.slice(0, MAX_WORD_LENGTH) }),
    ...(isOn('selection') && { selection: selection.slice(0, MAX_SELECTION_LENGTH) }),
  };
  return Object.keys(context).length === 0 ? undefined : context;
}
