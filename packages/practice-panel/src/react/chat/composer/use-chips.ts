import { useState } from 'react';
import type { ReadLesson } from '../chat-props.js';
import { type ContextPart, readContext } from '../lesson-context.js';

/** Something that goes along with the next message. */
export interface Chip {
  readonly id: ContextPart;
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
  const context = () => readContext({ lesson, selection }, isOn);
  return { chips, toggle, context };
}

function chipsOf({ lesson, selection }: ChipSource): Omit<Chip, 'isOn'>[] {
  const chips: Omit<Chip, 'isOn'>[] = [];
  if (lesson !== undefined) chips.push({ id: 'lesson', kind: 'Lesson', text: lesson.title });
  if (lesson?.section) chips.push({ id: 'section', kind: 'Section', text: lesson.section });
  if (selection !== '') chips.push({ id: 'selection', kind: 'Selected', text: selection });
  return chips;
}
