import { type Anchors, defineAnchors } from '../anchors/anchors.js';
import type { Failure } from '../types.js';

export const failures: Anchors<Failure> = defineAnchors<Failure>(({ line }) => ({ from: line, to: line }));
