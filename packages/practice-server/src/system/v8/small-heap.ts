import { setV8Flag } from './flags.js';

/*
 * Keeps V8's space for young objects at its initial size. The bytes of terminals live outside it, so only the start of
 * this program and the starts of sessions would make it grow, to 16 MB; and it is a matter of chance whether an idle V8
 * ever gives those back.
 *
 * Code that was compiled for speed is given back like other code: without the second flag, V8 keeps each function that
 * was ever called often, two megabytes of them.
 */
setV8Flag('semi-space-growth-factor', 1);
setV8Flag('flush-baseline-code', true);
