import { Facet } from '@codemirror/state';
import { type Anchors, defineAnchors } from '../anchors/anchors.js';
import type { Balloon } from '../types.js';

export const balloons: Anchors<Balloon> = defineAnchors<Balloon>(({ line }) => ({ from: line, to: line }));

/** Is told which balloon the student has dismissed. */
export const dismissed = Facet.define<(id: string) => void>();
